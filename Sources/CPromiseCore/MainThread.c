// What the main thread does, as the system sees it.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPromiseCore.h"

// The functions of CoreFoundation, which not every program contains.
typedef void *(*get_main_run_loop)(void);
typedef const void *(*copy_current_mode)(void *);
typedef void (*release_object)(const void *);

static bool run_loop_runs(get_main_run_loop main_run_loop, copy_current_mode copy_mode, release_object release) {
  if (!main_run_loop || !copy_mode || !release) return false;
  const void *mode = copy_mode(main_run_loop());
  if (mode) release(mode);
  return mode != 0;
}

#if defined(__APPLE__)

#include <dlfcn.h>

bool promise_core_main_run_loop_runs(void) {
  return run_loop_runs(
      (get_main_run_loop)dlsym(RTLD_DEFAULT, "CFRunLoopGetMain"),
      (copy_current_mode)dlsym(RTLD_DEFAULT, "CFRunLoopCopyCurrentMode"),
      (release_object)dlsym(RTLD_DEFAULT, "CFRelease"));
}

#else

extern void *CFRunLoopGetMain(void) __attribute__((weak));
extern const void *CFRunLoopCopyCurrentMode(void *) __attribute__((weak));
extern void CFRelease(const void *) __attribute__((weak));

bool promise_core_main_run_loop_runs(void) {
  return run_loop_runs(CFRunLoopGetMain, CFRunLoopCopyCurrentMode, CFRelease);
}

#endif

#if defined(__linux__)

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Reads a file of the main thread in /proc. Returns false if it cannot be read.
static bool read_file(const char *name, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)getpid(), name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, size - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  return true;
}

promise_core_activity promise_core_main_thread_activity(uint64_t *time) {
  char text[512];
  // After `dispatchMain()`, the main thread waits in this system call, and other threads run the main queue.
  long call;
  if (!read_file("syscall", text, sizeof text)) return promise_core_activity_unknown;
  if (sscanf(text, "%ld", &call) == 1 && call == SYS_rt_sigsuspend) return promise_core_activity_unknown;
  // The second field is a name in parentheses, which may contain anything. The third is the state, the fourteenth and
  // the fifteenth are the times in user and in kernel mode.
  char state;
  unsigned long user, kernel;
  const char *format = ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu";
  if (!read_file("stat", text, sizeof text)) return promise_core_activity_unknown;
  const char *rest = strrchr(text, ')');
  if (!rest || sscanf(rest, format, &state, &user, &kernel) != 3) return promise_core_activity_unknown;
  if (state == 'Z' || state == 'X') return promise_core_activity_unknown;
  uint64_t earlier = *time;
  *time = (uint64_t)user + kernel;
  return state == 'R' || *time != earlier ? promise_core_activity_busy : promise_core_activity_none;
}

#elif defined(__APPLE__)

#include <mach/mach.h>
#include <pthread.h>

static pthread_t main_thread;
static bool is_known;

// The main thread runs this, unless another thread loads the library.
__attribute__((constructor)) static void remember_main_thread(void) {
  is_known = pthread_main_np() != 0;
  main_thread = pthread_self();
}

promise_core_activity promise_core_main_thread_activity(uint64_t *time) {
  if (!is_known) return promise_core_activity_unknown;
  thread_basic_info_data_t info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  mach_port_t port = pthread_mach_thread_np(main_thread);
  if (thread_info(port, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS)
    return promise_core_activity_unknown;
  // `dispatchMain()` stops the main thread, and other threads run the main queue.
  if (info.run_state == TH_STATE_STOPPED || info.run_state == TH_STATE_HALTED) return promise_core_activity_unknown;
  uint64_t earlier = *time;
  *time = ((uint64_t)info.user_time.seconds + (uint64_t)info.system_time.seconds) * 1000000 +
          (uint64_t)info.user_time.microseconds + (uint64_t)info.system_time.microseconds;
  return info.run_state == TH_STATE_RUNNING || *time != earlier ? promise_core_activity_busy
                                                                : promise_core_activity_none;
}

#else

promise_core_activity promise_core_main_thread_activity(uint64_t *time) {
  (void)time;
  return promise_core_activity_unknown;
}

#endif
