#ifndef PROMISE_CORE_PENDING_COUNT_H
#define PROMISE_CORE_PENDING_COUNT_H

// The number of pending promises in the process.
//
// Each thread counts the promises that it creates as pending, and those whose life as pending promises it ends. Only the
// thread itself changes its two counts, so that counting needs no atomic addition, and no cache line moves between
// processors. The counts never decrease, but they may overflow: their difference is still right.

#include "Atomics.h"

/// The counts of a thread.
typedef struct promise_core_counts {
  uintptr_t started;
  uintptr_t ended;
  struct promise_core_counts *previous, *next;
} promise_core_counts;

#ifdef __cplusplus
extern "C" {
#endif

/// The counts of the calling thread, or a null pointer until it has counted something.
extern _Thread_local promise_core_counts *promise_core_thread_counts;

/// Creates the counts of the calling thread. When the thread ends, they are added to those of the process.
promise_core_counts *promise_core_add_thread_counts(void);

/// Returns the number of pending promises, which may change at any time.
///
/// The result is never too small: a promise that was pending when the call began, and that no thread was settling when it
/// returned, is included. So zero means that at one moment during the call, every promise that had been created before it
/// had settled or was settling.
intptr_t promise_core_pending_count(void);

#ifdef __cplusplus
}
#endif

/// Notes that the calling thread has created a pending promise.
PROMISE_CORE_INLINE void promise_core_count_started(void) {
  promise_core_counts *counts = promise_core_thread_counts;
  if (__builtin_expect(counts == 0, 0)) counts = promise_core_add_thread_counts();
  // The code that hands the promise over to the thread that ends it releases this store.
  __atomic_store_n(&counts->started, counts->started + 1, __ATOMIC_RELAXED);
}

/// Notes that a promise is no longer pending, on the thread that has settled it or released the last reference to it.
PROMISE_CORE_INLINE void promise_core_count_ended(void) {
  promise_core_counts *counts = promise_core_thread_counts;
  if (__builtin_expect(counts == 0, 0)) counts = promise_core_add_thread_counts();
  // A thread that sees this end must see the start as well.
  __atomic_store_n(&counts->ended, counts->ended + 1, __ATOMIC_RELEASE);
}

#endif
