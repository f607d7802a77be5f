#ifndef CPROMISETRACING_H
#define CPROMISETRACING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns what is traced of each promise: 0 nothing, 1 sites, 2 call stacks as well. The environment variable
/// `PROMISES_TRACE` may set it from the start.
int32_t promise_tracing_level(void);

/// Sets what is traced of each promise.
void promise_tracing_set_level(int32_t value);

/// Returns whether there is a timeline.
bool promise_tracing_has_timeline(void);

/// Records whether there is a timeline.
void promise_tracing_set_has_timeline(bool value);

/// Returns the path of the file to which `PROMISES_TRACE` asks for a timeline to be written, or a null pointer.
const char *promise_tracing_timeline_path(void);

/// Sets the level and the timeline for which a value of `PROMISES_TRACE` asks. Writes to standard error if it is none of
/// the documented values.
void promise_tracing_apply(const char *value);

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

/// Returns a number for the calling thread: 1 for the main thread on Linux and Apple's systems, and that of the system otherwise.
uint32_t promise_tracing_thread(void);

/// Retains a Swift object, unless it is being deallocated. Returns the object or a null pointer.
///
/// - Parameter object: An object whose memory has not been released.
void *promise_tracing_try_retain(void *object);

/// Returns the number of this process.
int32_t promise_tracing_process(void);

/// Returns the time of day in milliseconds since the beginning of 1970, or 0 if the system cannot tell it.
int64_t promise_tracing_milliseconds_since_1970(void);

/// Creates a file, or replaces it. Returns a null pointer if that is not possible. The file must be closed.
struct promise_tracing_file;
struct promise_tracing_file *promise_tracing_open_file(const char *path);

/// Writes bytes to a file. Returns whether all have been written.
bool promise_tracing_write_file(struct promise_tracing_file *file, const uint8_t *bytes, intptr_t count);

/// Closes a file. Returns whether everything has been written.
bool promise_tracing_close_file(struct promise_tracing_file *file);

/// Returns the description of the last error of the calling thread.
const char *promise_tracing_last_error(void);

/// Calls a function when the process exits.
void promise_tracing_at_exit(void (*function)(void));

/// Replaces the default action of a signal, which may end the process, by none. Any other action stays. Returns `false`
/// if the process cannot handle the signal.
bool promise_tracing_survive_signal(int32_t number);

#ifdef __cplusplus
}
#endif

#endif
