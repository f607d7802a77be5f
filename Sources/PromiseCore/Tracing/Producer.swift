import Dispatch

/// What settles a pending promise, as far as the library knows. The registry of the promise's context keeps the last
/// one that was recorded.
package enum Producer: Sendable {
  /// Code that holds the resolver of the promise.
  case resolver
  /// A task with the given name.
  case task(name: String?)
  /// A task with the given name, which waits for its turn in a queue.
  case queuedTask(name: String?, queue: WeakTaskQueue)
  /// What settles another promise: this one settles after it.
  case successor(of: WeakPromise)
  /// A timer.
  case timer(TimerDeadline)
  /// The promise's handler, which is enqueued on an executor or running, since the given time of Dispatch's clock.
  case handler(executor: String, HandlerExecutor.Identity?, since: UInt64, isRunning: Bool)
}

/// A queue of tasks that settle promises.
package protocol TaskQueue: AnyObject, Sendable {
  /// The site at which the queue was created.
  var site: CreationSite { get }
  /// The promises of the tasks that have been called and have not ended.
  var runningPromises: [AnyPromise] { get }
}

/// A reference that does not retain a queue of tasks.
package final class WeakTaskQueue: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the queue.
  private(set) weak var queue: (any TaskQueue)?

  package init(_ queue: any TaskQueue) { self.queue = queue }
}

/// The time at which a timer fires.
package struct TimerDeadline: Sendable {
  /// The time on Dispatch's clock, or on the clock of `source`, in nanoseconds. `Int64.max` means never.
  private let nanoseconds: Int64
  private let source: WeakTimerSource?

  /// Creates the deadline of a timer that starts now.
  ///
  /// A source that cannot tell the time is assumed to measure it as Dispatch does.
  init(_ delay: Delay, source: (any TimerSource)?) {
    let now = source?.elapsed
    self.source = now == nil ? nil : source.map(WeakTimerSource.init)
    let (sum, overflows) = delay.nanoseconds.addingReportingOverflow(now ?? Self.now)
    nanoseconds = delay.isForever || overflows ? .max : sum
  }

  /// The number of seconds until the timer fires, on the clock of the timer. Infinite if it never fires.
  var secondsLeft: Double {
    if nanoseconds == .max { return .infinity }
    // equivalent constant: Nanoseconds are not displayed.
    return Double(max(nanoseconds - (source?.source?.elapsed ?? Self.now), 0)) / 1e9
  }

  private static var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
}

/// A reference that does not retain a timer source.
private final class WeakTimerSource: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the source.
  private(set) weak var source: (any TimerSource)?

  init(_ source: any TimerSource) { self.source = source }
}

extension AnyPromise {
  /// Whether the promise is in the registry of its context.
  package final var isRegistered: Bool { loadFlags() & Flag.registered != 0 }

  /// Records what settles this promise, if it is registered.
  package final func noteProducer(_ producer: @autoclosure () -> Producer) {
    if isRegistered { context?.registry.setProducer(producer(), of: self) }
  }

  /// Records that code that has a reference to this promise settles it.
  @usableFromInline
  package final func noteUnownedProducer() { noteProducer(.resolver) }

  /// Records that a task settles this promise.
  @usableFromInline
  package final func noteTask(named name: String?) { noteProducer(.task(name: name)) }

  /// Records the attempt of `retry` that settles this promise unless it fails, if the promise is registered.
  ///
  /// - Parameters:
  ///   - number: The number of the attempt, starting at 1.
  ///   - retries: The maximum number of attempts after the first one.
  ///   - isRunning: Whether the attempt has begun. Otherwise, it begins after a delay.
  package final func noteAttempt(_ number: Int, retries: Int, isRunning: Bool) {
    guard isRegistered else { return }
    context?.registry.setAttempt(RetryAttempt(number, retries: retries, isRunning: isRunning), of: self)
  }

  /// Records that the work that settles this promise has been enqueued.
  final func noteEnqueued(on executor: HandlerExecutor) { noteHandler(on: executor, isRunning: false) }

  /// Runs work that may settle this promise, and records when it begins and when it has returned.
  final func recordingHandler(on executor: HandlerExecutor, _ run: () -> Void) {
    noteHandler(on: executor, isRunning: true)
    run()
    if isRegistered, isPending { context?.registry.clearRunningHandler(of: self) }
  }

  private final func noteHandler(on executor: HandlerExecutor, isRunning: Bool) {
    noteProducer(
      .handler(
        executor: executor.name, executor.identity, since: DispatchTime.now().uptimeNanoseconds, isRunning: isRunning))
  }
}

extension HandlerExecutor {
  /// The name of the executor, as the object of "on".
  package var name: String {
    if isMain { return Self.mainQueueName }
    return switch base {
    case .queue(let queue): Self.name(of: queue)
    case .queueWithFlags(let target): Self.name(of: target.queue)
    case .actor(let reference): "the actor \(type(of: reference.actor))"
    case .task, .inline, .adoption, .scoped: "the thread that settles the promise"
    }
  }

  private static func name(of queue: DispatchQueue) -> String {
    let label = queue.label
    return label.isEmpty ? "a queue without a label" : "the queue \(Words.line(label))"
  }

  static let mainQueueName = "the main queue"
}
