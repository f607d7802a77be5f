#include "CPromiseTestingLoader.h"

#include "CPromiseCore.h"
#include "CPromiseTracing.h"

// The dynamic loader runs this function: before `main` if the program links PromiseTesting, or in `dlopen` if that
// loads PromiseTesting.
__attribute__((constructor)) static void register_promise_testing(void) {
  promise_core_set_instrumented(true);
  promise_tracing_set_testing(true);
}

void promise_testing_link_loader(void) {}
