import CPromiseCore

/// The connection through which a progress (the parent) adds up another one (the input).
///
/// The input's list of parents and the parent's list of contributions both hold the subscription. It retains neither
/// of the two, so a chain of derived promises is not released recursively.
package final class ProgressSubscription: @unchecked Sendable {
  private var flags = promise_core_flags()
  /// Whether the parent's promise is derived from the input's. The end of the input is then not passed on: the parent
  /// has an end of its own, or continues with the promise that it adopts.
  let isDerived: Bool
  // Written once, by the initializer; the runtime synchronizes a read with the deallocation of the object.
  private(set) weak var parent: PromiseProgress?
  private(set) weak var input: PromiseProgress?

  /// The sum that the input belongs to. A parent that adopts another promise begins a new sum.
  let generation: Int
  /// The index of the input's contribution in that sum.
  let index: Int

  init(parent: PromiseProgress?, input: PromiseProgress?, generation: Int, index: Int, isDerived: Bool) {
    self.parent = parent
    self.input = input
    self.generation = generation
    self.index = index
    self.isDerived = isDerived
  }

  /// Whether the parent has ended, or has begun another sum.
  var isCanceled: Bool {
    defer { _fixLifetime(self) }
    return promise_core_flags_load_relaxed(LockAndFlags.flagsAddress(in: self)) != 0
  }

  func cancel() {
    defer { _fixLifetime(self) }
    promise_core_flags_set_relaxed(LockAndFlags.flagsAddress(in: self), 1)
  }
}
