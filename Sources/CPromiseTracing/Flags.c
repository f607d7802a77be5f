// The flags of the process that determine what is traced.

#include "CPromiseTracing.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "CPromiseCore.h"

static int32_t level;
static bool has_timeline;
static bool is_testing;

static bool has_suffix(const char *text, const char *suffix) {
  size_t length = strlen(text), suffix_length = strlen(suffix);
  return length > suffix_length && strcasecmp(text + length - suffix_length, suffix) == 0;
}

const char *promise_tracing_timeline_path(void) {
  const char *value = getenv("PROMISES_TRACE");
  return value && (has_suffix(value, ".json") || has_suffix(value, ".html")) ? value : NULL;
}

// Runs before `main`, so that tracing includes the first promise of the process.
__attribute__((constructor)) static void trace_if_requested(void) {
  const char *value = getenv("PROMISES_TRACE");
  if (!promise_core_asks_for_tracing(value)) return;
  bool has_path = promise_tracing_timeline_path() != NULL;
  promise_tracing_set_level(has_path || strcasecmp(value, "sites") == 0 ? 1 : 2);
  promise_tracing_set_has_timeline(has_path);
}

int32_t promise_tracing_level(void) { return __atomic_load_n(&level, __ATOMIC_RELAXED); }
void promise_tracing_set_level(int32_t value) { __atomic_store_n(&level, value, __ATOMIC_RELAXED); }
bool promise_tracing_has_timeline(void) { return __atomic_load_n(&has_timeline, __ATOMIC_RELAXED); }
void promise_tracing_set_has_timeline(bool value) { __atomic_store_n(&has_timeline, value, __ATOMIC_RELAXED); }
bool promise_tracing_is_testing(void) { return __atomic_load_n(&is_testing, __ATOMIC_RELAXED); }
void promise_tracing_set_testing(bool value) { __atomic_store_n(&is_testing, value, __ATOMIC_RELAXED); }
