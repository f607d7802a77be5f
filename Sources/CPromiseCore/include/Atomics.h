#ifndef PROMISE_CORE_ATOMICS_H
#define PROMISE_CORE_ATOMICS_H

// Atomic operations on memory that belongs to Swift objects.
//
// The atomics of Swift's Synchronization module need macOS 15 or iOS 18. These functions use the compiler's built-in
// atomics, on which `<stdatomic.h>` is based as well. The built-ins need no header and have the same meaning in C and
// C++. The functions are always inlined, so that a sanitizer sees each operation in the function that performs it.

#include <stdbool.h>
#include <stdint.h>

#define PROMISE_CORE_INLINE static inline __attribute__((always_inline))

// MARK: - Flags of an object

/// The flags of an object, which several threads change.
typedef struct {
  uint16_t value;
  /// Stored by a thread that releases the lock of the object, and loaded by the next thread that acquires it.
  uint8_t handover;
  /// What kind of object this is, which never changes.
  uint8_t kind;
} promise_core_flags;

PROMISE_CORE_INLINE uint16_t promise_core_flags_load_relaxed(const promise_core_flags *flags) {
  return __atomic_load_n(&flags->value, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE uint16_t promise_core_flags_load_acquiring(const promise_core_flags *flags) {
  return __atomic_load_n(&flags->value, __ATOMIC_ACQUIRE);
}

/// Sets the bits of `mask`. Returns the previous value.
PROMISE_CORE_INLINE uint16_t promise_core_flags_set(promise_core_flags *flags, uint16_t mask) {
  return __atomic_fetch_or(&flags->value, mask, __ATOMIC_ACQ_REL);
}

/// Sets the bits of `mask` without publishing anything.
PROMISE_CORE_INLINE void promise_core_flags_set_relaxed(promise_core_flags *flags, uint16_t mask) {
  __atomic_fetch_or(&flags->value, mask, __ATOMIC_RELAXED);
}

/// Clears the bits of `mask` without publishing anything.
PROMISE_CORE_INLINE void promise_core_flags_clear_relaxed(promise_core_flags *flags, uint16_t mask) {
  __atomic_fetch_and(&flags->value, (uint16_t)~mask, __ATOMIC_RELAXED);
}

/// Replaces the value with `desired` if it is `expected`. Returns the previous value.
PROMISE_CORE_INLINE uint16_t
promise_core_flags_exchange(promise_core_flags *flags, uint16_t expected, uint16_t desired) {
  __atomic_compare_exchange_n(&flags->value, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return expected;
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

/// Adds `difference`. Returns the previous value.
PROMISE_CORE_INLINE intptr_t promise_core_integer_add(intptr_t *integer, intptr_t difference) {
  return __atomic_fetch_add(integer, difference, __ATOMIC_ACQ_REL);
}

/// Sets the bits of `mask`. Returns the previous value.
PROMISE_CORE_INLINE intptr_t promise_core_integer_set(intptr_t *integer, intptr_t mask) {
  return __atomic_fetch_or(integer, mask, __ATOMIC_ACQ_REL);
}

// MARK: - Flags of the process

/// The flags of the whole process. Unlike a global variable of Swift, one of C is never checked for initialization.
typedef struct {
  /// Whether promises may belong to contexts.
  bool is_instrumented;
  /// Whether promises that belong to no other context belong to that of the process.
  bool has_process_context;
  /// Whether a context other than that of the process has been created.
  bool has_other_contexts;
  /// Whether `CatchPolicy.default` is `.allErrors`.
  bool catches_cancellation;
  /// The task-local value that was registered last, or a null pointer. It is an object that is never released.
  const void *registered_task_locals;
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

PROMISE_CORE_INLINE bool promise_core_has_process_context(void) {
  return __atomic_load_n(&promise_core_process.has_process_context, __ATOMIC_RELAXED);
}

/// Sets whether promises belong to contexts: at least to that of the process.
PROMISE_CORE_INLINE void promise_core_set_instrumented(bool value) {
  __atomic_store_n(&promise_core_process.has_process_context, value, __ATOMIC_RELAXED);
  __atomic_store_n(&promise_core_process.is_instrumented, value, __ATOMIC_RELAXED);
}

/// Lets promises belong to contexts, without giving the others the context of the process.
PROMISE_CORE_INLINE void promise_core_enable_contexts(void) {
  __atomic_store_n(&promise_core_process.is_instrumented, true, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE bool promise_core_has_other_contexts(void) {
  return __atomic_load_n(&promise_core_process.has_other_contexts, __ATOMIC_RELAXED);
}

/// Notes that a context other than that of the process is being created.
PROMISE_CORE_INLINE void promise_core_note_other_context(void) {
  __atomic_store_n(&promise_core_process.has_other_contexts, true, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE bool promise_core_has_registered_task_locals(void) {
  return __atomic_load_n(&promise_core_process.registered_task_locals, __ATOMIC_RELAXED) != 0;
}

/// Returns the task-local value that was registered last, or a null pointer.
PROMISE_CORE_INLINE const void *promise_core_registered_task_locals(void) {
  return __atomic_load_n(&promise_core_process.registered_task_locals, __ATOMIC_ACQUIRE);
}

PROMISE_CORE_INLINE void promise_core_set_registered_task_locals(const void *last) {
  __atomic_store_n(&promise_core_process.registered_task_locals, last, __ATOMIC_RELEASE);
}

PROMISE_CORE_INLINE bool promise_core_catches_cancellation(void) {
  return __atomic_load_n(&promise_core_process.catches_cancellation, __ATOMIC_RELAXED);
}

PROMISE_CORE_INLINE void promise_core_set_catches_cancellation(bool value) {
  __atomic_store_n(&promise_core_process.catches_cancellation, value, __ATOMIC_RELAXED);
}

#endif
