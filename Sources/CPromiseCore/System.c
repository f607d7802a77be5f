// Functions that differ between C libraries or that Swift cannot import.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPromiseCore.h"

#if defined(_WIN32)
#error "Windows is not supported: threads are those of POSIX here."
#endif

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <pthread.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#elif defined(__FreeBSD__) || defined(__OpenBSD__)
#include <pthread_np.h>
#endif

promise_core_process_flags promise_core_process;

// Runs before `main`, so that tracing includes the first promise of the process.
__attribute__((constructor)) static void trace_if_requested(void) {
  const char *value = getenv("PROMISES_TRACE");
  if (value && *value && strcmp(value, "0") != 0) {
    promise_core_set_instrumented(true);
    promise_core_set_tracing(true);
  }
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

void promise_core_yield(void) { sched_yield(); }

void promise_core_write_error(const void *bytes, intptr_t count) {
  // A failure to write is ignored, because there is nothing else to do.
  (void)!write(STDERR_FILENO, bytes, (size_t)count);
}

const char *promise_core_environment(const char *name) { return getenv(name); }

bool promise_core_ignore_signal(int32_t number) { return signal(number, SIG_IGN) != SIG_ERR; }
