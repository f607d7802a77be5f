// The signals on which the pending promises are printed.

#include "CPromiseTracing.h"

#include <signal.h>
#include <string.h>

static void do_nothing(int number) { (void)number; }

bool promise_tracing_survive_signal(int32_t number) {
  struct sigaction action;
  if (number == SIGKILL || number == SIGSTOP || sigaction(number, NULL, &action) != 0) return false;
  // A handler that the program or Dispatch has installed must stay.
  if ((action.sa_flags & SA_SIGINFO) || action.sa_handler != SIG_DFL) return true;
  memset(&action, 0, sizeof action);
  action.sa_handler = do_nothing;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, NULL) == 0;
}
