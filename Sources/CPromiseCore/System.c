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
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
  if (promise_core_asks_for_tracing(getenv("PROMISES_TRACE"))) {
    promise_core_set_instrumented(true);
    promise_core_set_tracing(true);
  }
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

void promise_core_yield(void) { sched_yield(); }

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

static void do_nothing(int number) { (void)number; }

bool promise_core_survive_signal(int32_t number) {
  struct sigaction action;
  if (number == SIGKILL || number == SIGSTOP || sigaction(number, NULL, &action) != 0) return false;
  // A handler that the program or Dispatch has installed must stay.
  if ((action.sa_flags & SA_SIGINFO) || action.sa_handler != SIG_DFL) return true;
  memset(&action, 0, sizeof action);
  action.sa_handler = do_nothing;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, NULL) == 0;
}
