#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// What was allocated while counting was on, by all threads.
typedef struct {
  /// Calls that allocated something.
  uint64_t calls;
  /// The bytes that were asked for.
  uint64_t requested;
  /// The bytes that could be used of what came back.
  uint64_t usable;
} Allocated;

/// Whether this program can count what is allocated. Only where the C library is glibc.
bool allocations_can_be_counted(void);

/// Starts counting from nothing.
void allocations_start(void);

/// Stops counting, and returns what was counted.
Allocated allocations_stop(void);

#endif
