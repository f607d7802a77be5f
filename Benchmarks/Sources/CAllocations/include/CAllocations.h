#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// The allocations of all threads while counting was enabled.
typedef struct {
  /// The number of allocating calls.
  uint64_t calls;
  /// The number of requested bytes.
  uint64_t requested;
  /// The number of usable bytes in the returned blocks.
  uint64_t usable;
} Allocated;

/// Returns whether this program can count allocations, which requires glibc.
bool allocations_can_be_counted(void);

/// Resets the counters and starts counting.
void allocations_start(void);

/// Stops counting and returns the counters.
Allocated allocations_stop(void);

#endif
