#ifndef CPROMISECORE_H
#define CPROMISECORE_H

/// The object that belongs to the calling thread; a null pointer until one is set.
extern _Thread_local void *promise_core_thread_object;

/// Returns the object that belongs to the calling thread, or a null pointer.
static inline void *promise_core_get_thread_object(void) {
  return promise_core_thread_object;
}

/// Sets the object that belongs to the calling thread. `release` is called with it when the thread ends.
///
/// Every call in a process must pass the same function.
void promise_core_set_thread_object(void *object, void (*release)(void *));

#endif
