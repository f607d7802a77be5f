import CPromiseCore

/// The connection through which a progress (the parent) includes another progress (the input) in its sum.
///
/// The input's list of parents and the parent's list of inputs both hold the subscription. It retains neither progress,
/// so a chain of derived promises is not released recursively.
package final class ProgressSubscription: @unchecked Sendable {
  /// A flag that is set when the subscription is canceled.
  ///
  /// This must be the first stored property, because it is accessed by its address. The parent sets it, and the input
  /// reads it.
  private var flags = promise_core_flags()
  /// Whether the parent's promise is derived from the input's. If so, the end of the input is not passed on, because
  /// the parent ends by itself or continues with the promise that it adopts.
  let isDerived: Bool
  // Written once, by the initializer. The runtime synchronizes reads with the deallocation of the object.
  private(set) weak var parent: PromiseProgress?
  private(set) weak var input: PromiseProgress?

  /// The number of the sum that the input belongs to. A parent that adopts another promise begins a new sum.
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

  /// Marks the subscription as canceled. The input removes it from its list of parents later.
  func cancel() {
    defer { _fixLifetime(self) }
    promise_core_flags_set_relaxed(LockAndFlags.flagsAddress(in: self), 1)
  }
}
