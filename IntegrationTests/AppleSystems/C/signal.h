typedef unsigned int sigset_t;
struct sigaction {
  void (*sa_handler)(int);
  sigset_t sa_mask;
  int sa_flags;
};
#define SIG_DFL ((void (*)(int))0)
#define SIGKILL 9
#define SIGSTOP 17
#define SA_RESTART 0x0002
#define SA_SIGINFO 0x0040
int sigaction(int, const struct sigaction *, struct sigaction *);
