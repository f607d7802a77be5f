#ifndef CPROMISECORE_H
#define CPROMISECORE_H

#include "Atomics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The object that belongs to the calling thread, or a null pointer until one is set.
extern _Thread_local void *promise_core_thread_object;

/// Returns the object that belongs to the calling thread, or a null pointer.
static inline void *promise_core_get_thread_object(void) {
  return promise_core_thread_object;
}

/// Sets the object that belongs to the calling thread. `release` is called with the object when the thread ends.
///
/// All calls in a process must pass the same `release` function.
void promise_core_set_thread_object(void *object, void (*release)(void *));

/// Returns whether the calling thread is the main thread.
bool promise_core_is_main_thread(void);

/// Lets another thread run.
void promise_core_yield(void);

/// Writes `count` bytes to the standard error stream.
void promise_core_write_error(const void *bytes, intptr_t count);

/// Stores the return addresses of the calling functions, from the innermost outward. Returns their number, which is 0 on
/// a system that cannot tell them.
int32_t promise_core_return_addresses(void **addresses, int32_t capacity);

/// Returns the demangled name of the function that contains an address, or a null pointer if it is not known. The
/// caller must release the name with `promise_core_free`.
char *promise_core_copy_function_name(const void *address);

/// Releases a name that `promise_core_copy_function_name` has returned.
void promise_core_free(void *memory);

/// Replaces the default action of a signal, which may end the process, by none. Any other action stays. Returns `false`
/// if the process cannot handle the signal.
bool promise_core_survive_signal(int32_t number);

/// Returns whether the value of the environment variable `PROMISES_TRACE` asks for tracing.
bool promise_core_asks_for_tracing(const char *value);

/// Returns the value of an environment variable, or a null pointer.
const char *promise_core_environment(const char *name);

#ifdef __cplusplus
}
#endif

#endif
