#ifndef PROMISE_CORE_ATOMICS_H
#define PROMISE_CORE_ATOMICS_H

// Atomic operations on memory that belongs to Swift objects.
//
// The atomics of Swift's Synchronization module need macOS 15 or iOS 18. These are the compiler's own, which `<stdatomic.h>`
// is made of as well; they need no header, and mean the same in C and in C++. They are always inlined, so that a sanitizer
// sees each operation in the function that performs it.

#include <stdbool.h>
#include <stdint.h>

#define PROMISE_CORE_INLINE static inline __attribute__((always_inline))

// MARK: - Flags of an object

/// The flags of an object that several threads change.
typedef struct {
  uint16_t value;
  /// Stored by a thread that leaves the lock of the object, and loaded by the next one.
  uint8_t handover;
} promise_core_flags;

PROMISE_CORE_INLINE uint16_t promise_core_flags_load_relaxed(const promise_core_flags *flags) {
  return __atomic_load_n(&flags->value, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE uint16_t promise_core_flags_load_acquiring(const promise_core_flags *flags) {
  return __atomic_load_n(&flags->value, __ATOMIC_ACQUIRE);
}

/// Sets the bits of `mask`. Returns the value before.
PROMISE_CORE_INLINE uint16_t promise_core_flags_set(promise_core_flags *flags, uint16_t mask) {
  return __atomic_fetch_or(&flags->value, mask, __ATOMIC_ACQ_REL);
}

/// Sets the bits of `mask`, which publish nothing.
PROMISE_CORE_INLINE void promise_core_flags_set_relaxed(promise_core_flags *flags, uint16_t mask) {
  __atomic_fetch_or(&flags->value, mask, __ATOMIC_RELAXED);
}

/// Clears the bits of `mask`, which publish nothing.
PROMISE_CORE_INLINE void promise_core_flags_clear_relaxed(promise_core_flags *flags, uint16_t mask) {
  __atomic_fetch_and(&flags->value, (uint16_t)~mask, __ATOMIC_RELAXED);
}

/// Replaces the value by `desired` if it is `*expected`. Otherwise stores the value in `*expected` and returns `false`, which
/// may also happen for no reason.
PROMISE_CORE_INLINE bool promise_core_flags_exchange(promise_core_flags *flags, uint16_t *expected, uint16_t desired) {
  return __atomic_compare_exchange_n(&flags->value, expected, desired, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE void promise_core_handover_store(promise_core_flags *flags) {
  __atomic_store_n(&flags->handover, 1, __ATOMIC_RELEASE);
}

PROMISE_CORE_INLINE void promise_core_handover_load(const promise_core_flags *flags) {
  (void)__atomic_load_n(&flags->handover, __ATOMIC_ACQUIRE);
}

// MARK: - Integers

PROMISE_CORE_INLINE intptr_t promise_core_integer_load(const intptr_t *integer) {
  return __atomic_load_n(integer, __ATOMIC_ACQUIRE);
}

/// Adds `difference`. Returns the value before.
PROMISE_CORE_INLINE intptr_t promise_core_integer_add(intptr_t *integer, intptr_t difference) {
  return __atomic_fetch_add(integer, difference, __ATOMIC_ACQ_REL);
}

/// Sets the bits of `mask`. Returns the value before.
PROMISE_CORE_INLINE intptr_t promise_core_integer_set(intptr_t *integer, intptr_t mask) {
  return __atomic_fetch_or(integer, mask, __ATOMIC_ACQ_REL);
}

// MARK: - Flags of the process

/// What is known of the whole process. A global variable of C needs no check whether it is initialized.
typedef struct {
  /// There are instruments, so that promises take up a context.
  bool is_instrumented;
  /// There may be a default queue other than that of the process.
  bool has_queue_overrides;
  /// `CatchPolicy.default` is `.allErrors`.
  bool catches_cancellation;
} promise_core_process_flags;

#ifdef __cplusplus
extern "C" {
#endif
extern promise_core_process_flags promise_core_process;
#ifdef __cplusplus
}
#endif

PROMISE_CORE_INLINE bool promise_core_is_instrumented(void) {
  return __atomic_load_n(&promise_core_process.is_instrumented, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE void promise_core_set_instrumented(bool value) {
  __atomic_store_n(&promise_core_process.is_instrumented, value, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE bool promise_core_has_queue_overrides(void) {
  return __atomic_load_n(&promise_core_process.has_queue_overrides, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE void promise_core_note_queue_override(void) {
  __atomic_store_n(&promise_core_process.has_queue_overrides, true, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE bool promise_core_catches_cancellation(void) {
  return __atomic_load_n(&promise_core_process.catches_cancellation, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE void promise_core_set_catches_cancellation(bool value) {
  __atomic_store_n(&promise_core_process.catches_cancellation, value, __ATOMIC_RELAXED);
}

#endif
