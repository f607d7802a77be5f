import CPromiseTracing
import Dispatch
import PromiseCore

/// What the promises of a program did: when each was created and settled, where handlers ran, what caused what.
///
/// ```swift
/// let timeline = PromiseTimeline()
/// PromiseDiagnostics.timeline = timeline
/// // … later:
/// try timeline.write(to: "timeline.html")
/// ```
///
/// A timeline keeps the last events and the labels of queues. It does not retain promises or actors, and of the queues only
/// that whose handler it has recorded last. All members may be used from any thread.
public final class PromiseTimeline: Sendable {
  private struct State: Sendable {
    var ring: EventRing
    /// The labels of queues, and the position of each. There are at most `maximumLabelCount`, and one for all other queues.
    var labels: [String] = []
    var positions: [String: Int] = [:]
    /// The queue whose label was needed last. It is retained, so that no other queue can have its address.
    var lastQueue: (queue: DispatchQueue, position: Int)?
  }

  private let state: Lock<State>
  private let signposts = Signposts()

  private static let maximumLabelCount = 10_000

  /// The number of events that a timeline keeps by default.
  public static let defaultCapacity = 262_144

  /// Creates an empty timeline.
  ///
  /// - Parameter capacity: The number of events to keep, which is rounded up to a multiple of 4,096. An event takes 64
  ///   bytes, and a step of a chain five events.
  public init(capacity: Int = defaultCapacity) { state = Lock(State(ring: EventRing(capacity: capacity))) }

  /// The number of events that the timeline contains.
  public var eventCount: Int { state.withLock { $0.ring.count } }

  /// The number of events that newer ones have replaced.
  public var droppedCount: Int { state.withLock { $0.ring.addedCount - $0.ring.count } }

  // MARK: - Recording

  /// Adds an event of the promise with this number.
  func add(_ content: TimelineEvent.Content, of promise: Int) {
    let thread = promise_tracing_thread()
    state.withLock { state in
      let time = DispatchTime.now().uptimeNanoseconds  // under the lock, so that events are in order
      state.ring.append(TimelineEvent(time: time, promise: promise, thread: thread, content: content))
    }
  }

  /// Records that a promise has been created.
  func recordCreation(of promise: AnyPromise, _ entry: PromiseEntry, isPending: Bool) {
    // The error of a promise that is created rejected is not known yet.
    add(.created(entry.site, isPending ? nil : promise.isRejected ? .rejected : .fulfilled), of: entry.timelineNumber)
    if isPending { signposts.recordCreation(entry.site, of: entry.timelineNumber) }
  }

  /// Records that a promise has settled, and what it was waiting for.
  func recordSettlement(of promise: AnyPromise, _ entry: PromiseEntry, after awaited: () -> [AnyPromise]) {
    let outcome = TimelineEvent.Outcome(of: promise)
    let error = promise.rejectionError.map { TimelineEvent.TypeReference(of: $0) }
    add(.settled(entry.site, outcome, error: error), of: entry.timelineNumber)
    for source in awaited() {
      if let source = source.record as? PromiseEntry { add(.awaited(source.timelineNumber), of: entry.timelineNumber) }
    }
    signposts.recordSettlement(outcome, of: entry.timelineNumber)
  }

  /// Records that a handler has been enqueued, or begins to run.
  func recordHandler(of promise: Int, on executor: HandlerExecutor, isRunning: Bool) {
    let executor = self.executor(executor)
    add(isRunning ? .handlerStarted(on: executor) : .handlerEnqueued(on: executor), of: promise)
    if isRunning { signposts.recordHandler(of: promise) }
  }

  /// Records that a handler has returned.
  func recordHandlerReturned(of promise: Int) {
    add(.handlerReturned, of: promise)
    signposts.recordHandlerReturned(of: promise)
  }

  /// Records what else has happened to a promise.
  func record(_ event: PromiseEvent, of promise: Int) {
    switch event {
    case .attempt(let number, _, let isRunning): add(.attempt(number, isRunning: isRunning), of: promise)
    case .waitBegan: add(.waitBegan, of: promise)
    case .waitEnded: add(.waitEnded, of: promise)
    case .contradicted: add(.contradicted, of: promise)
    case .resolverHandedOut, .unowned, .task, .queuedTask, .successor, .timer: break
    }
  }

  private func executor(_ executor: HandlerExecutor) -> TimelineEvent.Executor {
    if executor.isMain { return .main }
    return switch executor.base {
    case .queue(let queue): .queue(position(of: queue))
    case .queueWithFlags(let target): .queue(position(of: target.queue))
    case .actor(let reference): .actor(TimelineEvent.TypeReference(of: reference.actor))
    case .task, .inline, .adoption, .scoped: .inline
    }
  }

  /// Returns the position of a queue's label among the labels.
  private func position(of queue: DispatchQueue) -> Int {
    if let known = state.withLock({ $0.lastQueue?.queue === queue ? $0.lastQueue?.position : nil }) { return known }
    let label = queue.label
    let (position, replaced) = state.withLock { state in
      let isFull = state.labels.count >= Self.maximumLabelCount
      let position = state.positions[label] ?? (isFull ? Self.maximumLabelCount : state.labels.count)
      if position == state.labels.count {
        // A program may create a queue for each request. Those that come too late share a label.
        state.labels.append(isFull ? "other queues" : label)
        if !isFull { state.positions[label] = position }
      }
      let replaced = state.lastQueue?.queue
      state.lastQueue = (queue, position)
      return (position, replaced)
    }
    withExtendedLifetime(replaced) {}  // released outside of the lock
    return position
  }

  // MARK: - Reading

  /// The events, and the labels of the queues in them.
  ///
  /// - Complexity: O(1). The next event that is recorded copies the timeline.
  var contents: (events: EventRing, labels: [String]) { state.withLock { ($0.ring, $0.labels) } }
}
