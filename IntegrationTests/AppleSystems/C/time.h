typedef enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6 } clockid_t;
struct timespec {
  long tv_sec;
  long tv_nsec;
};
int clock_gettime(clockid_t clock, struct timespec *time);
