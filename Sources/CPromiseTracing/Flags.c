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

static bool is_path(const char *value) { return has_suffix(value, ".json") || has_suffix(value, ".html"); }

static bool is_one_of(const char *value, const char *const values[]) {
  for (size_t i = 0; values[i]; i++) {
    if (strcasecmp(value, values[i]) == 0) return true;
  }
  return false;
}

const char *promise_tracing_timeline_path(void) {
  const char *value = getenv("PROMISES_TRACE");
  return value && is_path(value) ? value : NULL;
}

static void write_error(const char *text) { promise_core_write_error(text, strlen(text)); }

void promise_tracing_apply(const char *value) {
  static const char *const with_call_stacks[] = {"1", "true", "yes", "on", "callStacks", NULL};
  if (!promise_core_asks_for_tracing(value)) return;
  bool has_path = is_path(value), has_sites_only = has_path || strcasecmp(value, "sites") == 0;
  promise_tracing_set_level(has_sites_only ? 1 : 2);
  promise_tracing_set_has_timeline(has_path);
  if (!has_sites_only && !is_one_of(value, with_call_stacks)) {
    write_error("PROMISES_TRACE=");
    write_error(value);
    write_error(
        " asks for nothing that PromiseTracing knows, so it traces as with PROMISES_TRACE=1. Use 1, sites, or the path of a "
        "timeline that ends in .json or .html.\n");
  }
}

// Runs before `main`, so that tracing includes the first promise of the process.
__attribute__((constructor)) static void trace_if_requested(void) { promise_tracing_apply(getenv("PROMISES_TRACE")); }

int32_t promise_tracing_level(void) { return __atomic_load_n(&level, __ATOMIC_RELAXED); }
void promise_tracing_set_level(int32_t value) { __atomic_store_n(&level, value, __ATOMIC_RELAXED); }
bool promise_tracing_has_timeline(void) { return __atomic_load_n(&has_timeline, __ATOMIC_RELAXED); }
void promise_tracing_set_has_timeline(bool value) { __atomic_store_n(&has_timeline, value, __ATOMIC_RELAXED); }
bool promise_tracing_is_testing(void) { return __atomic_load_n(&is_testing, __ATOMIC_RELAXED); }
void promise_tracing_set_testing(bool value) { __atomic_store_n(&is_testing, value, __ATOMIC_RELAXED); }
