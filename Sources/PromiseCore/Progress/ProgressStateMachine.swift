/// The state of one progress: its snapshot, its inputs and parents, its handlers, and the notifications that it owes
/// them.
///
/// This is a pure state machine; `PromiseProgress` puts a lock around it. A change of the snapshot and the notification
/// of it are queued in the same step, so notifications have the order of the changes. One thread at a time delivers
/// them, outside the lock: the one to which ``startDelivering()`` returns a notification, until
/// ``nextNotification()`` returns `nil` to it. A change that another thread makes meanwhile, or that a handler makes, is
/// delivered by that thread as well.
package struct ProgressStateMachine<Handler> {
  /// A handler, and the number by which it can be removed.
  package typealias Entry = (number: Int, handler: Handler)

  /// A snapshot, and the handlers that must be called with it. The snapshot is `nil` at the end.
  package struct Notification {
    package let handlers: [Entry]
    package let snapshot: ProgressSnapshot?
  }

  /// A change, and the subscriptions through which it must be passed on.
  package typealias Outgoing = (change: ProgressChange, subscriptions: [ProgressSubscription])

  package private(set) var snapshot = ProgressSnapshot.nothing
  private var version = 0
  private var isOver = false

  private var handlers: [Entry] = []
  private var observedCount = 0
  private var notifications = FIFOQueue<Notification>()
  private var isDelivering = false

  /// The weight of this progress in the sum of a parent.
  private(set) var weight: Int64 = 1
  private var parents: [ProgressSubscription] = []
  /// The number of parents that have been canceled since the last time they were removed. It may be too high.
  private var canceledCount = 0

  private var sum = ProgressSum()
  private var inputs: [ProgressSubscription] = []
  private var generation = 0

  package init() {}

  // MARK: - Changes of the snapshot

  /// Takes up a report of the producer. Returns whether the snapshot has changed.
  package mutating func report(_ snapshot: ProgressSnapshot) -> Bool { !isOver && change(to: snapshot) }

  /// Takes up the change of an input. Returns whether the snapshot has changed.
  package mutating func update(_ subscription: ProgressSubscription, with change: ProgressChange) -> Bool {
    guard !isOver, subscription.generation == generation,
      let snapshot = sum.update(at: subscription.index, with: change)
    else { return false }
    return self.change(to: snapshot)
  }

  /// Ends the progress. Nothing changes it afterwards.
  ///
  /// - Parameter isFulfilled: Whether the promise is fulfilled: only then is the work complete.
  /// - Returns: The change that the parents must take up, and the subscriptions to inputs, which must be canceled.
  ///   `nil` if the progress had ended before.
  package mutating func finish(isFulfilled: Bool) -> (outgoing: Outgoing, inputs: [ProgressSubscription])? {
    guard !isOver else { return nil }
    // The last change is passed on even if it is not one of this call: the thread that made it does not find the
    // parents any more.
    if isFulfilled { _ = change(to: snapshot.finished) }
    isOver = true
    if !handlers.isEmpty { notifications.append(Notification(handlers: handlers, snapshot: nil)) }
    handlers = []
    let outgoing = (currentChange, parents.filter { !$0.isDerived })
    parents = []
    defer { inputs = [] }
    return (outgoing, inputs)
  }

  /// The present snapshot, and the parents that must take it up.
  package var outgoing: Outgoing { (currentChange, parents) }

  private var currentChange: ProgressChange { ProgressChange(snapshot: snapshot, version: version, weight: weight) }

  private mutating func change(to snapshot: ProgressSnapshot) -> Bool {
    guard snapshot != self.snapshot else { return false }
    self.snapshot = snapshot
    version += 1
    if !handlers.isEmpty { notifications.append(Notification(handlers: handlers, snapshot: snapshot)) }
    return true
  }

  // MARK: - Handlers

  /// The number of handlers.
  package var handlerCount: Int { handlers.count }

  /// Adds a handler, which is notified of each change from now on and of the end.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - startsWithSnapshot: Whether the handler is notified of the present snapshot first.
  /// - Returns: The number by which the handler can be removed.
  package mutating func observe(_ handler: Handler, startsWithSnapshot: Bool) -> Int {
    observedCount += 1
    let entry = (observedCount, handler)
    if startsWithSnapshot { notifications.append(Notification(handlers: [entry], snapshot: snapshot)) }
    if isOver {
      notifications.append(Notification(handlers: [entry], snapshot: nil))
    } else {
      handlers.append(entry)
    }
    return observedCount
  }

  /// Removes a handler and returns it. Notifications that are queued are still delivered to it.
  ///
  /// - Complexity: O(*n*) in the number of handlers.
  package mutating func removeHandler(_ number: Int) -> Handler? {
    handlers.firstIndex { $0.number == number }.map { handlers.remove(at: $0).handler }
  }

  /// Returns the first notification if there is one and no other thread delivers notifications.
  package mutating func startDelivering() -> Notification? {
    guard !isDelivering, let first = notifications.popFirst() else { return nil }
    isDelivering = true
    return first
  }

  /// Returns the next notification to the thread that delivers them. With `nil`, that thread stops delivering.
  package mutating func nextNotification() -> Notification? {
    let next = notifications.popFirst()
    if next == nil { isDelivering = false }
    return next
  }

  // MARK: - Members

  /// Begins a new sum, and returns its number and the subscriptions of the old one, which must be canceled.
  package mutating func beginSum() -> (generation: Int, canceled: [ProgressSubscription]) {
    generation += 1
    sum = ProgressSum()
    defer { inputs = [] }
    return (generation, inputs)
  }

  /// Adds an input to the sum of that number. Returns `nil` if the progress has ended or another sum has begun.
  package mutating func addMember(
    _ input: PromiseProgress?, of parent: PromiseProgress?, generation: Int, isDerived: Bool
  ) -> ProgressSubscription? {
    guard !isOver, generation == self.generation else { return nil }
    let subscription = ProgressSubscription(
      parent: parent, input: input, generation: generation, index: sum.addMember(), isDerived: isDerived)
    inputs.append(subscription)
    return subscription
  }

  // MARK: - Parents

  /// The number of parents, including canceled ones that have not been removed yet.
  package var parentCount: Int { parents.count }

  /// Sets the weight, within the limits that keep every sum from overflowing.
  package mutating func setWeight(_ weight: Int64) { self.weight = min(max(weight, 0), Int64(Int32.max)) }

  /// Adds a parent, unless the progress has ended. Returns the first change that the parent must take up.
  package mutating func addParent(_ subscription: ProgressSubscription) -> ProgressChange {
    if !isOver, !subscription.isCanceled { parents.append(subscription) }
    // What a derived promise does after its source has ended is yet to come.
    guard isOver, subscription.isDerived else { return currentChange }
    return ProgressChange(snapshot: .nothing, version: version, weight: weight)
  }

  /// Notes that a parent has been canceled, and removes the canceled ones when they are more than half of all.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func parentCanceled() {
    canceledCount += 1
    guard canceledCount > 16, canceledCount * 2 > parents.count else { return }
    parents = parents.filter { !$0.isCanceled }
    canceledCount = 0
  }
}

extension ProgressStateMachine.Notification: Sendable where Handler: Sendable {}
extension ProgressStateMachine: Sendable where Handler: Sendable {}
