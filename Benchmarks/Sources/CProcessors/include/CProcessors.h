#ifndef CPROCESSORS_H
#define CPROCESSORS_H

#include <stdbool.h>

/// Lets this thread, and all threads that it starts from now on, run on one processor only: the first that it may use.
/// Returns whether that is possible here.
bool processors_use_one(void);

#endif
