// Functions that differ between C libraries or that Swift cannot import.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPromiseCore.h"

#if defined(_WIN32)
#error "Windows is not supported: threads are those of POSIX here."
#endif

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <pthread.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#elif defined(__FreeBSD__) || defined(__OpenBSD__)
#include <pthread_np.h>
#endif

promise_core_process_flags promise_core_process;

// Runs before `main`, so that the first promise of the process belongs to a context, too.
__attribute__((constructor)) static void instrument_if_requested(void) {
  if (promise_core_asks_for_tracing(getenv("PROMISES_TRACE"))) promise_core_set_instrumented(true);
}

static promise_core_recorder_factory recorder_factory;

void promise_core_set_recorder_factory(promise_core_recorder_factory factory) {
  __atomic_store_n(&recorder_factory, factory, __ATOMIC_RELEASE);
}

void *promise_core_make_recorder(void) {
  promise_core_recorder_factory factory = __atomic_load_n(&recorder_factory, __ATOMIC_ACQUIRE);
  return factory ? factory() : 0;
}

bool promise_core_asks_for_tracing(const char *value) {
  static const char *const negative[] = {"", "0", "false", "no", "off"};
  if (!value) return false;
  for (size_t i = 0; i < sizeof negative / sizeof *negative; i++) {
    if (strcasecmp(value, negative[i]) == 0) return false;
  }
  return true;
}

bool promise_core_is_main_thread(void) {
#if defined(__linux__)
  // The thread ID of the main thread is the process ID.
  return syscall(SYS_gettid) == getpid();
#elif defined(__wasi__)
  return true;
#else
  return pthread_main_np() != 0;
#endif
}

// Declared here, because Dispatch's header needs the block extension of C. A null pointer stands for the current queue.
extern const char *dispatch_queue_get_label(void *queue);

const char *promise_core_queue_label(void) {
  const char *label = dispatch_queue_get_label(0);
  return label ? label : "";
}

void promise_core_yield(void) { sched_yield(); }

int64_t promise_core_time_with_sleep(void) {
#if defined(__linux__)
  clockid_t clock = CLOCK_BOOTTIME;
#else
  clockid_t clock = CLOCK_MONOTONIC;  // On Apple's systems, this clock runs while the system sleeps.
#endif
  struct timespec now = {0, 0};
  (void)clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void promise_core_write_error(const void *bytes, intptr_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(STDERR_FILENO, next, (size_t)count);
    // Other failures are ignored, because there is nothing else to do.
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      next += written;
      count -= written;
    }
  }
}

const char *promise_core_environment(const char *name) { return getenv(name); }
