// The flags of the process that determine what is traced.

#include "CPromiseTracing.h"

#include <stdlib.h>

#include "CPromiseCore.h"

static bool is_tracing;
static bool is_testing;

// Runs before `main`, so that tracing includes the first promise of the process.
__attribute__((constructor)) static void trace_if_requested(void) {
  if (promise_core_asks_for_tracing(getenv("PROMISES_TRACE"))) promise_tracing_set_tracing(true);
}

bool promise_tracing_is_tracing(void) { return __atomic_load_n(&is_tracing, __ATOMIC_RELAXED); }
void promise_tracing_set_tracing(bool value) { __atomic_store_n(&is_tracing, value, __ATOMIC_RELAXED); }
bool promise_tracing_is_testing(void) { return __atomic_load_n(&is_testing, __ATOMIC_RELAXED); }
void promise_tracing_set_testing(bool value) { __atomic_store_n(&is_testing, value, __ATOMIC_RELAXED); }
