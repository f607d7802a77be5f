// Interposes malloc and related functions in the program that links it, and counts their calls.
#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>

// The internal names of glibc's own functions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_bool counting;
static atomic_ullong calls;
static atomic_ullong requested;
static atomic_ullong usable;

static void *count(void *memory, size_t size) {
  if (memory != NULL && atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&requested, size, memory_order_relaxed);
    atomic_fetch_add_explicit(&usable, malloc_usable_size(memory), memory_order_relaxed);
  }
  return memory;
}

void *malloc(size_t size) { return count(__libc_malloc(size), size); }

void *calloc(size_t number, size_t size) { return count(__libc_calloc(number, size), number * size); }

void *realloc(void *old, size_t size) { return count(__libc_realloc(old, size), size); }

void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size), size); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

void free(void *memory) { __libc_free(memory); }

bool allocations_can_be_counted(void) { return true; }

void allocations_start(void) {
  atomic_store(&calls, 0);
  atomic_store(&requested, 0);
  atomic_store(&usable, 0);
  atomic_store(&counting, true);
}

Allocated allocations_stop(void) {
  atomic_store(&counting, false);
  return (Allocated){atomic_load(&calls), atomic_load(&requested), atomic_load(&usable)};
}

#else

bool allocations_can_be_counted(void) { return false; }

void allocations_start(void) {}

Allocated allocations_stop(void) { return (Allocated){0, 0, 0}; }

#endif
