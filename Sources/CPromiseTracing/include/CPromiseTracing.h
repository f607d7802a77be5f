#ifndef CPROMISETRACING_H
#define CPROMISETRACING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns whether the program has asked for tracing. The environment variable `PROMISES_TRACE` does so from the start.
bool promise_tracing_is_tracing(void);

/// Turns tracing on or off.
void promise_tracing_set_tracing(bool value);

/// Returns whether the module for tests has been loaded.
bool promise_tracing_is_testing(void);

/// Records whether the module for tests has been loaded.
void promise_tracing_set_testing(bool value);

/// Stores the return addresses of the calling functions, from the innermost outward. Returns their number, which is 0 on
/// a system that cannot tell them.
int32_t promise_tracing_return_addresses(void **addresses, int32_t capacity);

/// Returns the demangled name of the function that contains an address, or a null pointer if it is not known. The
/// caller must release the name with `promise_tracing_free`.
char *promise_tracing_copy_function_name(const void *address);

/// Releases a name that `promise_tracing_copy_function_name` has returned.
void promise_tracing_free(void *memory);

/// Replaces the default action of a signal, which may end the process, by none. Any other action stays. Returns `false`
/// if the process cannot handle the signal.
bool promise_tracing_survive_signal(int32_t number);

#ifdef __cplusplus
}
#endif

#endif
