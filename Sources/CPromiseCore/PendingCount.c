#include "PendingCount.h"

#include <pthread.h>
#include <stdlib.h>

_Thread_local promise_core_counts *promise_core_thread_counts;

// Guards the list and the counts of ended threads.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static promise_core_counts *threads;
static uintptr_t started_by_ended_threads, ended_by_ended_threads;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

// If code that runs later in the end of the thread counts again, the thread gets new counts, and this function is called
// again.
static void thread_ends(void *object) {
  promise_core_counts *counts = object;
  promise_core_thread_counts = 0;
  pthread_mutex_lock(&lock);
  started_by_ended_threads += counts->started;
  ended_by_ended_threads += counts->ended;
  if (counts->previous) counts->previous->next = counts->next;
  else threads = counts->next;
  if (counts->next) counts->next->previous = counts->previous;
  pthread_mutex_unlock(&lock);
  free(counts);
}

static void create_key(void) { pthread_key_create(&key, thread_ends); }

promise_core_counts *promise_core_add_thread_counts(void) {
  promise_core_counts *counts = calloc(1, sizeof *counts);
  if (!counts) abort();
  pthread_once(&once, create_key);
  pthread_mutex_lock(&lock);
  counts->next = threads;
  if (threads) threads->previous = counts;
  threads = counts;
  pthread_mutex_unlock(&lock);
  pthread_setspecific(key, counts);
  promise_core_thread_counts = counts;
  return counts;
}

intptr_t promise_core_pending_count(void) {
  pthread_mutex_lock(&lock);
  // All ends come first: the start of each promise whose end has been read is then visible, and promises that are
  // created meanwhile can only increase the result.
  uintptr_t ended = ended_by_ended_threads;
  for (promise_core_counts *counts = threads; counts; counts = counts->next)
    ended += __atomic_load_n(&counts->ended, __ATOMIC_ACQUIRE);
  uintptr_t started = started_by_ended_threads;
  for (promise_core_counts *counts = threads; counts; counts = counts->next)
    started += __atomic_load_n(&counts->started, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
  return (intptr_t)(started - ended);
}
