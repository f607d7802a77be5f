#ifndef CPROCESSORS_H
#define CPROCESSORS_H

#include <stdbool.h>

/// Pins this thread, and all threads that it starts later, to one processor: the first that it may use.
/// Returns whether the system supports this.
bool processors_use_one(void);

#endif
