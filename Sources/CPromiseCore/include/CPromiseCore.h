#ifndef CPROMISECORE_H
#define CPROMISECORE_H

#include "Atomics.h"
#include "PendingCount.h"

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

/// What the main thread has done.
typedef enum {
  /// It has waited.
  promise_core_activity_none,
  /// It has used the processor, or waits for a processor.
  promise_core_activity_busy,
  /// The thread has ended, or the system does not tell.
  promise_core_activity_unknown,
} promise_core_activity;

/// Returns what the main thread has done since the last call with this `time`, which is initially zero.
///
/// - Parameter time: The processor time of the main thread at the last call, which this function updates.
promise_core_activity promise_core_main_thread_activity(uint64_t *time);

/// Returns whether the run loop of the main thread is running, which runs the main queue. Returns `false` in a program without
/// Foundation.
bool promise_core_main_run_loop_runs(void);

/// Returns the label of the Dispatch queue whose work item the calling thread runs.
const char *promise_core_queue_label(void);

/// Lets another thread run.
void promise_core_yield(void);

/// Returns the nanoseconds since an arbitrary moment. The time that the system sleeps is included.
int64_t promise_core_time_with_sleep(void);

/// Writes `count` bytes to the standard error stream.
void promise_core_write_error(const void *bytes, intptr_t count);

/// Returns a new object that records what promises wait for, with one reference that belongs to the caller.
typedef void *(*promise_core_recorder_factory)(void);

/// Sets the function that creates the recorder of the process. The loader of PromiseTracing calls this function.
void promise_core_set_recorder_factory(promise_core_recorder_factory factory);

/// Creates the recorder of the process, or returns a null pointer if there is no factory.
void *promise_core_make_recorder(void);

/// Returns whether the value of the environment variable `PROMISES_TRACE` asks for tracing.
bool promise_core_asks_for_tracing(const char *value);

/// Returns the value of an environment variable, or a null pointer.
const char *promise_core_environment(const char *name);

#ifdef __cplusplus
}
#endif

#endif
