// The numbers of threads.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPromiseTracing.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "CPromiseCore.h"

static uint32_t number_of_this_thread(void) {
  if (promise_core_is_main_thread()) return 1;
#if defined(__linux__)
  return (uint32_t)syscall(SYS_gettid);
#elif defined(__APPLE__)
  uint64_t number = 0;
  pthread_threadid_np(NULL, &number);
  return (uint32_t)number;
#else
  return 2;
#endif
}

uint32_t promise_tracing_thread(void) {
  static _Thread_local uint32_t number;
  if (number == 0) number = number_of_this_thread();
  return number;
}

int32_t promise_tracing_process(void) { return (int32_t)getpid(); }

int64_t promise_tracing_milliseconds_since_1970(void) {
  struct timespec now;
  return clock_gettime(CLOCK_REALTIME, &now) == 0 ? (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 : 0;
}
