/// The cancellation targets of a promise, in one word. Most promises have no target, or only their source.
///
/// | State | `add` | `requestCancellation` | `giveUp` |
/// | --- | --- | --- | --- |
/// | `none` | `one` | `canceled` | `none` |
/// | `source`, `one` | `several` | `canceledKeeping` | `none` |
/// | `several` | no change | `canceledKeeping` | `none` |
/// | `canceled` | `canceledKeeping` | no change | `canceled` |
/// | `canceledKeeping` | no change | no change | `canceled` or `canceledAfterRedirection` |
/// | `canceledAfterRedirection` | no change | no change | no change |
///
/// `giveUp` leads to `canceled` or `canceledAfterRedirection` from every state if it is called to cancel the upstream
/// promises. The latter remembers that a bypassed promise was among the targets.
///
/// Adding a target that replaces the others first empties the list: it leads to `canceledKeeping` if cancellation was
/// requested, and to `one` otherwise. If the list contains a bypassed promise, it is that target: another thread has
/// redirected the promise before the target was added. Then nothing changes. `replace` leads to `several`; it is not
/// called after cancellation was requested.
///
/// Invariants:
///
/// - A target is notified at most once: by the event that requests the cancellation, or when it is added later.
/// - Once cancellation was requested, the promise remembers this, even after it has settled.
/// - The targets of a settled promise have been released: only `none`, `canceled` and `canceledAfterRedirection` remain.
///
/// The lock of the promise guards the targets, which the promise retains until it settles. Every event takes amortized
/// O(1). The caller notifies the targets outside the lock.
package enum CancellationTargets: ~Copyable, Sendable {
  /// There are no targets, and cancellation was not requested.
  case none
  /// The source of a derived promise, which is usually its only target.
  case source(AnyPromise)
  /// One target that is not the source of a derived promise.
  case one(CancellationTarget)
  /// At least two targets.
  case several(List)
  /// Cancellation was requested, and there are no targets.
  case canceled
  /// Cancellation was requested, and the targets have been notified. A guarantee keeps them until it settles.
  case canceledKeeping(List)
  /// Cancellation was requested, the targets have been notified and released, and one was a bypassed promise.
  case canceledAfterRedirection

  /// Targets in the order in which they were added.
  package final class List: @unchecked Sendable {
    // Guarded by the lock that guards the enumeration, which is not copyable, so that the object belongs to one value.
    fileprivate var targets: [CancellationTarget]
    fileprivate init(_ targets: [CancellationTarget]) { self.targets = targets }
  }

  /// The result of adding a target.
  package enum Addition: Equatable, Sendable {
    /// The target will be notified if the promise is canceled.
    case added
    /// Cancellation was requested before, so the caller must notify the target now.
    case notifyNow
    /// The promise has settled without being canceled, so the target was not added.
    case tooLate
    /// The promise has been redirected from the target to another one meanwhile, so the target was not added. It has
    /// been notified if the promise was canceled.
    case superseded
  }

  /// Creates the targets of a new promise.
  ///
  /// - Parameter target: The source of a derived promise, or `nil` for a promise that has a producer.
  init(_ target: consuming CancellationTarget?) {
    switch consume target {
    case nil: self = .none
    case .promise(let source)?: self = .source(source)
    case let target?: self = .one(target)
    }
  }

  /// Whether cancellation was requested while the promise was pending.
  var isCancelRequested: Bool {
    switch self {
    case .canceled: true
    case .canceledKeeping: true
    case .canceledAfterRedirection: true
    default: false
    }
  }

  /// Whether a bypassed promise is or was among the targets of this promise. A promise adopts at most one other promise,
  /// so that is the promise that it was to adopt.
  private var isRedirected: Bool {
    switch self {
    case .several(let list): list.targets.contains(where: \.isBypassedPromise)
    case .canceledKeeping(let list): list.targets.contains(where: \.isBypassedPromise)
    case .canceledAfterRedirection: true
    default: false
    }
  }

  /// The object that the targets refer to, apart from a promise that is the only one, or `nil` if there is none.
  var retainedObject: (any AnyObject & Sendable)? {
    switch self {
    case .one(.handler(let handler)): handler
    case .one(.inputs(let inputs)): inputs
    case .several(let list): list
    case .canceledKeeping(let list): list
    default: nil
    }
  }

  /// All targets, in the order in which they were added.
  package var all: [CancellationTarget] {
    switch self {
    case .source(let source): [.promise(source)]
    case .one(let target): [target]
    case .several(let list): list.targets
    case .canceledKeeping(let list): list.targets
    default: []
    }
  }

  /// Adds a target.
  ///
  /// - Parameters:
  ///   - target: The target to add.
  ///   - isPending: Whether the promise is pending. A settled promise retains no target.
  ///   - replacing: Whether the target replaces the current ones, which have nothing left to do.
  ///   - replaced: Receives the replaced targets, which the caller must release after the lock.
  /// - Returns: What the caller has to do with the target after releasing the lock.
  /// - Complexity: Amortized O(1).
  mutating func add(
    _ target: consuming CancellationTarget, isPending: Bool, replacing: Bool, replaced: inout ReleasedTargets
  ) -> Addition {
    if replacing, isRedirected { return .superseded }
    guard isPending else { return isCancelRequested ? .notifyNow : .tooLate }
    if replacing {
      // The targets are replaced only when they have nothing left to do, so they need no notification.
      replaced.targets = take()
    }
    switch consume self {
    case .none:
      self = .one(target)
      return .added
    case .source(let source):
      self = .several(List([.promise(source), target]))
      return .added
    case .one(let first):
      self = .several(List([first, target]))
      return .added
    case .several(let list):
      list.targets.append(target)
      self = .several(list)
      return .added
    case .canceled:
      self = .canceledKeeping(List([target]))
      return .notifyNow
    case .canceledKeeping(let list):
      list.targets.append(target)
      self = .canceledKeeping(list)
      return .notifyNow
    case .canceledAfterRedirection:
      // unreachable: Only a settled promise is in this state.
      self = .canceledAfterRedirection
      return .notifyNow
    }
  }

  /// Replaces all targets by at least two others.
  mutating func replace(by newTargets: [CancellationTarget], _ replaced: inout ReleasedTargets) {
    replaced.targets = take()
    self = .several(List(newTargets))
  }

  /// Records that the cancellation of a promise that stays pending was requested. Returns the targets to notify, which
  /// are kept.
  mutating func requestCancellation() -> [CancellationTarget] {
    switch consume self {
    case .none:
      self = .canceled
      return []
    case .source(let source):
      self = .canceledKeeping(List([.promise(source)]))
      return [.promise(source)]
    case .one(let target):
      self = .canceledKeeping(List([target]))
      return [target]
    case .several(let list):
      self = .canceledKeeping(list)
      return list.targets
    case .canceled:
      self = .canceled
      return []
    case .canceledKeeping(let list):
      self = .canceledKeeping(list)
      return []
    case .canceledAfterRedirection:
      // unreachable: Only a settled promise is in this state.
      self = .canceledAfterRedirection
      return []
    }
  }

  /// Moves the targets of a promise that settles into `released`, with the notification that they have to receive.
  @inline(__always)
  mutating func giveUp(cancelsUpstream: Bool, into released: inout ReleasedTargets) {
    released.action = action(cancelsUpstream: cancelsUpstream)
    if cancelsUpstream {
      let canceled = isRedirected ? CancellationTargets.canceledAfterRedirection : .canceled
      released.targets = take()
      self = canceled
    } else {
      released.targets = take()
    }
  }

  /// Returns the notification that the targets of a promise that settles have to receive.
  @inline(__always)
  private func action(cancelsUpstream: Bool) -> ReleasedTargets.Action {
    switch self {
    case .none: .nothing
    // The source of a derived promise has settled itself.
    case .source: cancelsUpstream ? .cancel : .nothing
    case .canceled: .nothing
    case .canceledAfterRedirection: .nothing
    // Targets that have been notified of a cancellation have lost their consumer, and must not lose it twice.
    case .canceledKeeping: .drop
    default: cancelsUpstream ? .cancel : .depart
    }
  }

  /// Removes and returns the targets, and remembers whether cancellation was requested.
  @inline(__always)
  private mutating func take() -> CancellationTargets {
    let old = consume self
    self = !old.isCancelRequested ? .none : old.isRedirected ? .canceledAfterRedirection : .canceled
    return old
  }
}

/// The cancellation targets that a promise has released. They must be destroyed after unlocking.
package struct ReleasedTargets: ~Copyable, Sendable {
  package enum Action: Sendable {
    /// There is no target, or only the source of a derived promise, which has settled.
    case nothing
    /// The targets have been notified before. They only have to be released.
    case drop
    /// The promise has settled, so the targets lose a consumer: `CancellationTarget.consumerDeparts(in:)`.
    case depart
    /// The promise was canceled, or has an outcome that makes the targets superfluous.
    case cancel
  }

  /// The targets that the promise no longer retains.
  package var targets = CancellationTargets.none
  /// The notification that the caller has to pass on to each of them.
  package var action = Action.nothing

  package init() {}
}
