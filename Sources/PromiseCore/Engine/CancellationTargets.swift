/// The cancellation targets of a promise, in one word: most promises have none, or the one that they are derived from.
package enum CancellationTargets: ~Copyable, Sendable {
  case none
  /// The source of a derived promise: most often there is nothing else.
  case source(AnyPromise)
  case one(CancellationTarget)
  case several(List)
  /// Cancellation was requested, and there is nothing to tell.
  case canceled
  /// Cancellation was requested, and the targets have been told. A guarantee keeps them until it settles.
  case canceledKeeping(List)

  package final class List: @unchecked Sendable {
    // Guarded as the enumeration is: it is not copyable, so the object belongs to one.
    fileprivate var targets: [CancellationTarget]
    fileprivate init(_ targets: [CancellationTarget]) { self.targets = targets }
  }

  /// What became of a target that was added.
  package enum Addition: Equatable, Sendable {
    /// It is told if the promise is canceled.
    case added
    /// Cancellation was requested before: the caller tells it now.
    case tellNow
    /// The promise has settled: there is nothing left to tell.
    case tooLate
  }

  init(_ target: consuming CancellationTarget?) {
    switch consume target {
    case nil: self = .none
    case .promise(let source)?: self = .source(source)
    case let target?: self = .one(target)
    }
  }

  var isCancelRequested: Bool {
    switch self {
    case .canceled: true
    case .canceledKeeping: true
    default: false
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

  /// Adds a target. Complexity: amortized O(1).
  mutating func add(
    _ target: consuming CancellationTarget, isPending: Bool, replacing: Bool, replaced: inout ReleasedTargets
  ) -> Addition {
    guard isPending else { return isCancelRequested ? .tellNow : .tooLate }
    if replacing {
      // The targets are only replaced when they have nothing left to do: there is nothing to tell them.
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
      return .tellNow
    case .canceledKeeping(let list):
      list.targets.append(target)
      self = .canceledKeeping(list)
      return .tellNow
    }
  }

  /// Cancellation is requested of a promise that stays pending. Returns the targets to tell, which are kept.
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
    }
  }

  /// The promise has settled: gives up the targets, and says what they are to be told.
  @inline(__always)
  mutating func giveUp(cancelsUpstream: Bool, into released: inout ReleasedTargets) {
    released.action = action(cancelsUpstream: cancelsUpstream)
    released.targets = take()
    if cancelsUpstream { self = .canceled }
  }

  @inline(__always)
  private func action(cancelsUpstream: Bool) -> ReleasedTargets.Action {
    switch self {
    case .none: .drop
    // The source of a derived promise has an outcome itself.
    case .source: cancelsUpstream ? .cancel : .drop
    // Targets that have been told of a cancellation before have lost their consumer, and must not lose it again.
    case .canceled: .drop
    case .canceledKeeping: .drop
    default: cancelsUpstream ? .cancel : .depart
    }
  }

  /// Takes the targets out, and remembers whether cancellation was requested.
  @inline(__always)
  private mutating func take() -> CancellationTargets {
    let old = consume self
    self = old.isCancelRequested ? .canceled : .none
    return old
  }
}

/// Cancellation targets that a promise has given up. They must be released after the lock.
package struct ReleasedTargets: ~Copyable, Sendable {
  package enum Action: Sendable {
    /// They have been told before, or have nothing to be told.
    case drop
    /// The promise has its outcome: ``CancellationTarget/consumerDeparts()``.
    case depart
    /// The promise was canceled, or has an outcome that makes them superfluous.
    case cancel
  }

  package var targets = CancellationTargets.none
  package var action = Action.drop

  package init() {}
}
