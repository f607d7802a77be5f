/// The state of a progress: its snapshot, its inputs and parents, and its handlers.
///
/// This is a pure state machine; `PromiseProgress` puts a lock around it.
///
/// ```
///            finish
///  running ─────────▶ ended
/// ```
///
/// A change of the snapshot and its notification are queued in the same step, so notifications have the order of the
/// changes. `ProgressHandlers` says which thread delivers them.
///
/// | Event | Effect while running | Effect after the end |
/// | --- | --- | --- |
/// | `report`, `update` | may change the snapshot | none |
/// | `finish` | completes the snapshot of a fulfilled promise, and ends the progress | none |
/// | `observe` | adds a handler | queues the end for the handler |
/// | `addParent` | adds a parent, and returns a change for it | returns a change, but adds no parent |
/// | `addInput` | adds an input to the current sum | none |
/// | `beginCount`, `count` | may change the snapshot | none |
///
/// Invariants:
///
/// - `version` increases with every change of the snapshot, so a parent can drop a change that has been overtaken.
/// - An input changes the sum only if its subscription has the number of the current sum (`generation`).
/// - An ended progress has neither handlers nor parents nor inputs. The end has been queued once for each handler.
///
/// The state does not retain other progress: a `ProgressSubscription` refers to both of its sides weakly.
package struct ProgressStateMachine<Handler> {
  /// A change and the subscriptions through which it must be passed on.
  package typealias Outgoing = (change: ProgressChange, subscriptions: [ProgressSubscription])

  /// The current snapshot.
  package private(set) var snapshot = ProgressSnapshot.nothing
  /// The number of changes of the snapshot so far.
  private var version = 0
  /// Whether the promise has settled.
  private var hasEnded = false

  /// The handlers, and what they have not received yet.
  package var handlers = ProgressHandlers<Handler>()

  /// The weight of this progress in the sum of a parent.
  private(set) var weight: Int64 = 1
  /// The subscriptions of the parents, some of which may have been canceled.
  private var parents: [ProgressSubscription] = []
  /// An upper bound for the number of canceled parents that have not been removed.
  private var canceledCount = 0

  /// The sum of the progress of the inputs.
  private var sum = ProgressSum()
  /// The subscriptions to the inputs of the current sum, by index.
  private var inputs: [Int: ProgressSubscription] = [:]
  /// The number of the current sum.
  private(set) var generation = 0

  /// Creates the state of a progress that has not been reported on.
  package init() {}

  // MARK: - Changes of the snapshot

  /// Applies a report of the producer. Returns whether the snapshot has changed.
  package mutating func report(_ snapshot: ProgressSnapshot) -> Bool { !hasEnded && change(to: snapshot) }

  /// Applies the change of an input. Returns whether the snapshot has changed.
  ///
  /// - Parameters:
  ///   - subscription: The subscription through which the change arrives. Subscriptions to inputs of an old sum are
  ///     ignored.
  ///   - change: The change. It is ignored if a newer change of the same input has been applied.
  /// - Returns: Whether the caller has to pass `outgoing` on and deliver notifications.
  package mutating func update(_ subscription: ProgressSubscription, with change: ProgressChange) -> Bool {
    guard !hasEnded, subscription.generation == generation,
      let snapshot = sum.update(at: subscription.index, with: change)
    else { return false }
    return self.change(to: snapshot)
  }

  /// Ends the progress. No further changes are applied.
  ///
  /// - Parameter isFulfilled: Whether the promise is fulfilled. Only then is the work complete.
  /// - Returns: The change to pass on to the parents, the subscriptions to inputs, which the caller must cancel, and the
  ///   jobs, which it must enqueue before it schedules the handlers of the outcome. `nil` if the progress had already
  ///   ended.
  package mutating func finish(
    isFulfilled: Bool
  ) -> (outgoing: Outgoing, inputs: [ProgressSubscription], jobs: [ProgressHandlers<Handler>.Job])? {
    guard !hasEnded else { return nil }
    // The last change is passed on even if another call made it, because the thread of that call no longer finds the
    // parents.
    if isFulfilled { _ = change(to: snapshot.finished) }
    hasEnded = true
    handlers.notify(of: nil)
    let outgoing = (currentChange, parents.filter { !$0.isDerived })
    parents = []
    return (outgoing, takeInputs(), handlers.takeJobs())
  }

  /// The current snapshot, and the parents to which it must be passed on.
  package var outgoing: Outgoing { (currentChange, parents) }

  /// The current snapshot with its version and weight.
  private var currentChange: ProgressChange { ProgressChange(snapshot: snapshot, version: version, weight: weight) }

  /// Sets the snapshot and queues a notification. Returns whether the snapshot has changed.
  private mutating func change(to snapshot: ProgressSnapshot) -> Bool {
    guard snapshot != self.snapshot else { return false }
    self.snapshot = snapshot
    version += 1
    handlers.notify(of: snapshot)
    return true
  }

  // MARK: - Handlers

  /// Adds a handler, which is notified of every change from now on and of the end.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - isInline: Whether the handler is called inline, rather than on its executor.
  ///   - startsWithSnapshot: Whether the handler is first notified of the current snapshot.
  /// - Returns: The number by which the handler can be removed.
  package mutating func observe(_ handler: Handler, isInline: Bool, startsWithSnapshot: Bool) -> Int {
    let first = (startsWithSnapshot ? [snapshot] : []) + (hasEnded ? [nil] : [])
    return handlers.add(handler, isInline: isInline, first: first, hasEnded: hasEnded)
  }

  /// Whether the progress has ended, and every inline handler has received the end.
  var isDelivered: Bool { hasEnded && handlers.areIdle }

  // MARK: - Inputs

  /// Begins a new sum. Returns its number and the subscriptions of the old sum, which the caller must cancel.
  package mutating func beginSum() -> (generation: Int, canceled: [ProgressSubscription]) {
    generation += 1
    sum = ProgressSum()
    return (generation, takeInputs())
  }

  private mutating func takeInputs() -> [ProgressSubscription] {
    defer { inputs = [:] }
    return Array(inputs.values)
  }

  /// Lets the current sum count the inputs of a producer. Returns whether the snapshot has changed.
  package mutating func beginCount(_ count: ProgressCount) -> Bool {
    guard !hasEnded else { return false }
    sum = ProgressSum(count)
    return change(to: sum.snapshot)
  }

  /// Applies an event of a producer whose inputs are counted. Returns whether the snapshot has changed.
  package mutating func count(_ event: ProgressCount.Event) -> Bool {
    guard !hasEnded else { return false }
    switch event {
    case .settled(let index), .revoked(let index): inputs[index] = nil  // it has ended, and so has no parents
    case .began, .ended: break
    }
    return change(to: sum.count(event))
  }

  /// Adds an input to the sum with the given number. Returns `nil` if the progress has ended, another sum has begun, or
  /// the input has settled.
  ///
  /// - Parameters:
  ///   - input: The progress of the input, or `nil` in tests.
  ///   - parent: The progress of this state machine, or `nil` in tests.
  ///   - generation: The number that `beginSum()` returned.
  ///   - index: The number of the input, if the sum counts.
  ///   - isDerived: Whether the parent's promise is derived from the input's promise.
  /// - Returns: The subscription, which the caller has to add to the parents of the input.
  package mutating func addInput(
    _ input: PromiseProgress?, of parent: PromiseProgress?, generation: Int, at index: Int? = nil, isDerived: Bool
  ) -> ProgressSubscription? {
    guard !hasEnded, generation == self.generation, let index = sum.addInput(at: index) else { return nil }
    let subscription = ProgressSubscription(
      parent: parent, input: input, generation: generation, index: index, isDerived: isDerived)
    inputs[index] = subscription
    return subscription
  }

  // MARK: - Parents

  /// The number of parents, including canceled ones that have not been removed yet.
  package var parentCount: Int { parents.count }

  /// Sets the weight, clamped to a range in which sums cannot overflow.
  package mutating func setWeight(_ weight: Int64) { self.weight = min(max(weight, 0), Int64(Int32.max)) }

  /// Adds a parent, unless the progress has ended. Returns the first change to pass on to the parent.
  package mutating func addParent(_ subscription: ProgressSubscription) -> ProgressChange {
    if !hasEnded, !subscription.isCanceled { parents.append(subscription) }
    // The source has ended, and the derived promise has not made progress itself yet.
    guard hasEnded, subscription.isDerived else { return currentChange }
    return ProgressChange(snapshot: .nothing, version: version, weight: weight)
  }

  /// Records that a parent has been canceled, and removes the canceled parents when they are more than half of all.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func recordParentCancellation() {
    canceledCount += 1
    guard canceledCount > 16, canceledCount * 2 > parents.count else { return }
    parents = parents.filter { !$0.isCanceled }
    canceledCount = 0
  }
}

extension ProgressStateMachine: Sendable where Handler: Sendable {}
