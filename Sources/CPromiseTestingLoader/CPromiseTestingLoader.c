#include "CPromiseTestingLoader.h"

// Defined in PromiseCore, on which this target depends. It must not depend on PromiseTesting, which depends on this
// target: with such a cycle the package would not link where each target becomes a separate dynamic library.
extern void swift_promises_instrumentation_loaded(void);

// The dynamic loader runs this function: before `main` if the program links PromiseTesting, or in `dlopen` if that
// loads PromiseTesting.
__attribute__((constructor)) static void register_promise_testing(void) { swift_promises_instrumentation_loaded(); }

void promise_testing_link_loader(void) {}
