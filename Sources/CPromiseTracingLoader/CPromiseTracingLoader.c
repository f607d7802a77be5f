#include "CPromiseTracingLoader.h"

#include "CPromiseCore.h"

// Defined in PromiseTracing, on which this target depends. PromiseTracing must not depend on this target: with such a
// cycle the package would not link where each target becomes a separate dynamic library.
extern void *swift_promises_make_recorder(void);

// The dynamic loader runs this function before `main`, or in `dlopen` if that loads PromiseTracing.
__attribute__((constructor)) static void register_promise_tracing(void) {
  promise_core_set_recorder_factory(swift_promises_make_recorder);
}

void promise_tracing_link_loader(void) {}
