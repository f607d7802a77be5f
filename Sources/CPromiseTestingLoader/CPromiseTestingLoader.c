#include "CPromiseTestingLoader.h"

// Defined in PromiseCore. This target depends on that module, and not on PromiseTesting, which depends on this target:
// a cycle would not link where each target becomes a dynamic library of its own.
extern void swift_promises_instrumentation_loaded(void);

// The dynamic loader runs it: before `main` if the program links PromiseTesting, within `dlopen` if that loads it.
__attribute__((constructor)) static void register_promise_testing(void) { swift_promises_instrumentation_loaded(); }

void promise_testing_link_loader(void) {}
