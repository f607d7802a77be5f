public import Dispatch

/// The progress of the work behind a promise: to be looked at, or to be told of.
///
/// ```swift
/// download(url).onProgress { self.bar.value = $0.fractionCompleted }.done { self.show($0) }
/// ```
///
/// A promise has the progress that its producer reports with ``Resolver/progress``. `when` and the other combinators
/// have that of their members, added up by ``weight``. A promise that was derived from another one has the progress of
/// what it waits for: of that promise, and then, if it was derived with `then`, of the one that the handler returned,
/// which begins anew.
public final class PromiseProgress: Sendable {
  /// A handler, and the number by which it can be taken out.
  private typealias Entry = (number: Int, handler: SafeHandler<ProgressSnapshot?, Void>)

  private struct State: Sendable {
    var snapshot = ProgressSnapshot.nothing
    var isOver = false
    var weight: Int64 = 1
    var handlers: [Entry] = []
    var observed = 0
    /// Whose progress this one is part of.
    var parents: [Parent] = []
    /// The sum over the members, if there are any.
    var members: Sum?
    /// Which members count; those of an earlier number have been replaced.
    var generation = 0
  }

  private struct Sum: Sendable {
    var total: Int64 = 0
    var completed: Int64 = 0
    var fraction: Double = 0

    func snapshot(_ description: String) -> ProgressSnapshot {
      ProgressSnapshot(
        completed: completed, total: total, fraction: total > 0 ? fraction / Double(total) : 0, description: description
      )
    }
  }

  /// A progress that another one is part of. It is not kept, so that no chain of them is ever released at once.
  private struct Parent: @unchecked Sendable {
    // Written once, when it is made; the runtime guards what happens when the progress goes.
    weak var progress: PromiseProgress?
    let weight: Int64
    let generation: Int
    /// It is derived from this one: what ends here goes on there.
    let isDerived: Bool
  }

  /// A member's progress has changed, which its parent has to take up.
  private struct Change {
    let parent: Parent
    let fraction: Double
    let isFinished: Bool
    let description: String
    /// The member is all that the parent waits for: its counts are the parent's.
    let counts: ProgressSnapshot
  }

  private let state = Lock(State())
  let scope: Scope?

  init(scope: Scope?) { self.scope = scope }

  /// How far the work has come by now.
  public var snapshot: ProgressSnapshot { state.withLock { $0.snapshot } }

  /// How much this promise counts in the progress of a combinator that waits for it; 1 unless set.
  ///
  /// Set it before somebody asks for the progress of the combinator. Zero and less: it does not count. At most 2³¹ - 1.
  public var weight: Int64 {
    get { state.withLock { $0.weight } }
    set { state.withLock { $0.weight = min(max(newValue, 0), Int64(Int32.max)) } }
  }

  // MARK: Being told

  /// Calls a handler with each snapshot from now on, and at last with `nil` when the promise is settled.
  @discardableResult
  package func observe(_ handler: SafeHandler<ProgressSnapshot?, Void>) -> Int {
    let (isOver, number) = state.withLock { state in
      state.observed += 1
      if !state.isOver { state.handlers.append((state.observed, handler)) }
      return (state.isOver, state.observed)
    }
    if isOver { tell([(number, handler)], nil) }
    return number
  }

  /// How many are being told.
  package var handlerCount: Int { state.withLock { $0.handlers.count } }

  /// Takes a handler out. Complexity: O(*n*) in the number of handlers.
  package func removeHandler(_ number: Int) {
    let handler = state.withLock { state in
      state.handlers.firstIndex { $0.number == number }.map { state.handlers.remove(at: $0) }
    }
    withExtendedLifetime(handler) {}  // let go of outside the lock
  }

  private func tell(_ handlers: [Entry], _ snapshot: ProgressSnapshot?) {
    for (_, handler) in handlers { Run.start({ handler.call(snapshot) }, at: handler.executor, in: scope) }
  }

  // MARK: Changing

  /// The producer has said something.
  func report(_ snapshot: ProgressSnapshot) { change(isEnd: false) { $0.isOver ? nil : snapshot } }

  /// The promise is settled.
  func finish(isFulfilled: Bool) {
    change(isEnd: true) { state in
      guard !state.isOver else { return nil }
      // At once, so that no report comes after the end.
      state.isOver = true
      return isFulfilled ? state.snapshot.finished : nil
    }
    let handlers = state.withLock { state in
      state.parents = []
      defer { state.handlers = [] }
      return state.handlers
    }
    tell(handlers, nil)
  }

  /// Changes the snapshot, and those of all that this is part of: one after the other, not one within the other.
  private func change(isEnd: Bool, _ new: (inout State) -> ProgressSnapshot?) {
    var changes = apply(new)
    if isEnd { changes.removeAll { $0.parent.isDerived } }
    while let change = changes.popLast() {
      guard let parent = change.parent.progress else { continue }
      changes += parent.apply { state in
        guard !state.isOver, state.generation == change.parent.generation, var sum = state.members else { return nil }
        sum.fraction += change.fraction * Double(change.parent.weight)
        if change.isFinished { sum.completed += change.parent.weight }
        state.members = sum
        // One member alone, as in a chain, is shown as it is.
        return sum.total == change.parent.weight ? change.counts : sum.snapshot(change.description)
      }
    }
  }

  /// Changes the snapshot, tells the handlers, and returns what the parents have to take up.
  private func apply(_ new: (inout State) -> ProgressSnapshot?) -> [Change] {
    let (handlers, snapshot, changes) = state.withLock {
      state -> ([Entry], ProgressSnapshot?, [Change]) in
      let old = state.snapshot
      guard let snapshot = new(&state), snapshot != old else { return ([], nil, []) }
      state.snapshot = snapshot
      let isFinished = snapshot.fractionCompleted >= 1 && old.fractionCompleted < 1
      let changes = state.parents.map { parent in
        Change(
          parent: parent, fraction: snapshot.fractionCompleted - old.fractionCompleted, isFinished: isFinished,
          description: snapshot.description, counts: snapshot)
      }
      return (state.handlers, snapshot, changes)
    }
    if let snapshot { tell(handlers, snapshot) }
    return changes
  }

  // MARK: Being part of another one

  /// Begins to add up: whatever was added up before does not count any more. Returns the number of the new sum.
  func beginSum() -> Int {
    state.withLock { state in
      state.generation += 1
      state.members = Sum()
      return state.generation
    }
  }

  /// Adds a member to the sum of that number.
  ///
  /// - Parameter isDerived: This one is derived from the member, which is all that it waits for at present.
  func add(_ member: PromiseProgress, generation: Int, isDerived: Bool) {
    let (snapshot, weight) = member.state.withLock { member in
      if !member.isOver {
        let parent = Parent(progress: self, weight: member.weight, generation: generation, isDerived: isDerived)
        member.parents.append(parent)
      }
      return (member.isOver && isDerived ? .nothing : member.snapshot, member.weight)
    }
    change(isEnd: false) { state in
      guard !state.isOver, state.generation == generation, var sum = state.members else { return nil }
      sum.total += weight
      sum.fraction += snapshot.fractionCompleted * Double(weight)
      if snapshot.fractionCompleted >= 1 { sum.completed += weight }
      state.members = sum
      return sum.total == weight ? snapshot : sum.snapshot(snapshot.description)
    }
  }
}

extension AnyPromiseEngine {
  /// How far the work behind this promise has come. The first time somebody asks, reports begin to be kept.
  ///
  /// - Complexity: O(1); the first time, O(*n*) in the number of promises that this one waits for, directly and by way
  ///   of others.
  public final var progress: PromiseProgress { PromiseProgress.of(self) }
}

extension Thenable {
  /// Calls a handler with each progress report, where it was written. New; the handlers of `JEProgress` in JustPromises.
  ///
  /// - Parameter handler: Called with each report from now on, and once more when the promise is fulfilled.
  /// - Returns: This promise, so that a chain may go on.
  @preconcurrency @discardableResult
  public func onProgress(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (ProgressSnapshot) -> Void
  ) -> Self { onProgress(SafeHandler(handler)) }

  /// Calls a handler with each progress report, on a queue.
  @preconcurrency @discardableResult
  public func onProgress(on queue: DispatchQueue?, _ handler: @escaping @Sendable (ProgressSnapshot) -> Void) -> Self {
    onProgress(SafeHandler(on: queue, flags: [], handler))
  }

  private func onProgress(_ handler: SafeHandler<ProgressSnapshot, Void>) -> Self {
    engine.progress.observe(
      handler.adapted { call, snapshot in
        if let snapshot { call(snapshot) }
      })
    return self
  }
}
