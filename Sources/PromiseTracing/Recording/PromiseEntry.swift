import CPromiseTracing
import Dispatch
import PromiseCore

/// What is known about one promise of a registry. The promise retains it.
///
/// The lock is held only for short: never while a promise, a queue or an actor is released, because that may run user code.
final class PromiseEntry: PromiseRecord, @unchecked Sendable {
  // The first stored property, as `LockAndFlags` requires.
  @exclusivity(unchecked) private var lockAndFlags = LockAndFlags()
  /// The handler of the promise, which is enqueued or running.
  private struct ScheduledHandler {
    let executor: HandlerExecutor
    /// In nanoseconds of Dispatch's clock.
    let since: UInt64
    let isRunning: Bool
  }

  let registry: PromiseRegistry
  let site: CreationSite
  /// The functions that have created the promise, if they were recorded.
  let callers: CallStack?
  private let timeline: PromiseTimeline?
  /// The time at which the promise was created, in nanoseconds of Dispatch's clock.
  let creationTime = DispatchTime.now().uptimeNanoseconds
  // Written by the registry, under its lock, before another thread can find the entry.
  /// The number of promises that were registered before this one.
  var number = 0
  /// The number by which a timeline calls the promise.
  var timelineNumber: Int { registry.timelineOffset + number }
  /// The position of the entry in the registry.
  var place = 0

  // Guarded by the lock, as are the next properties.
  /// The promise, until its deallocation waits for the lock.
  private var object: UnsafeMutableRawPointer?
  private var producer: Producer?
  private var handler: ScheduledHandler?
  private var attempt: RetryAttempt?
  /// Whether the promise has a resolver and `takeHandedOut` has not been called since.
  private var isHandedOut = false
  private var hasResolver = false
  /// The functions that have settled the promise, if they were recorded.
  private var settlers: CallStack?
  private var isContradicted = false

  init(_ promise: AnyPromise, in registry: PromiseRegistry, _ callers: CallStack?, _ timeline: PromiseTimeline?) {
    self.registry = registry
    site = promise.site
    self.callers = callers
    self.timeline = timeline
    object = Unmanaged.passUnretained(promise.object).toOpaque()
  }

  private func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    LockAndFlags.withLock(of: self) { body() }
  }

  /// The promise, unless it is being deallocated.
  var promise: AnyPromise? {
    withLock {
      object.flatMap { promise_tracing_try_retain($0) }
        .map { AnyPromise(object: Unmanaged<Promise<Erased>>.fromOpaque($0).takeRetainedValue()) }
    }
  }

  /// What settles the promise, as far as it is known, and the attempt that does unless it fails, if `retry` has created
  /// the promise.
  var origin: (producer: Producer?, attempt: RetryAttempt?) {
    withLock {
      let scheduled = handler.map { Producer.handler($0.executor, since: $0.since, isRunning: $0.isRunning) }
      return (scheduled ?? producer, attempt)
    }
  }

  /// Returns whether work outside of the library may settle the promise, the first time that it is called after that has
  /// begun.
  func takeHandedOut() -> Bool {
    withLock {
      defer { isHandedOut = false }
      return isHandedOut
    }
  }

  // MARK: - PromiseRecord

  func promiseDeallocated() {
    withLock { object = nil }
    registry.remove(self)
    timeline?.add(.deallocated, of: timelineNumber)
  }

  func promiseSettled(_ promise: AnyPromise, after awaited: () -> [AnyPromise]) {
    var (oldProducer, oldHandler): (Producer?, ScheduledHandler?)
    let recordsSettlers = withLock {
      swap(&producer, &oldProducer)
      swap(&handler, &oldHandler)
      return hasResolver && (callers != nil || registry.isForTests)
    }
    withExtendedLifetime((oldProducer, oldHandler)) {}  // released outside of the lock
    if recordsSettlers {
      let settlers = CallStack.current
      withLock { self.settlers = settlers }
    }
    timeline?.recordSettlement(of: promise, self, after: awaited)
  }

  func handlerEnqueued(on executor: HandlerExecutor) { schedule(on: executor, isRunning: false) }

  func handlerStarted(on executor: HandlerExecutor) { schedule(on: executor, isRunning: true) }

  private func schedule(on executor: HandlerExecutor, isRunning: Bool) {
    var old: (Producer?, ScheduledHandler?)
    let new = ScheduledHandler(executor: executor, since: DispatchTime.now().uptimeNanoseconds, isRunning: isRunning)
    withLock {
      swap(&producer, &old.0)
      old.1 = handler
      handler = new
    }
    withExtendedLifetime(old) {}  // released outside of the lock
    timeline?.recordHandler(of: timelineNumber, on: executor, isRunning: isRunning)
  }

  func handlerReturned() {
    var old: ScheduledHandler?
    withLock { if handler?.isRunning == true { swap(&handler, &old) } }  // the next one may have been enqueued
    withExtendedLifetime(old) {}
    timeline?.recordHandlerReturned(of: timelineNumber)
  }

  func record(_ event: PromiseEvent, of promise: AnyPromise) {
    if case .contradicted(let error) = event { reportSecondAnswer(error, of: promise) }
    // Created outside of the lock, because a timer source may be the user's.
    var producer = Producer(event)
    var handler: ScheduledHandler?
    let isProducer = producer != nil
    let attempt = RetryAttempt(event)
    withLock {
      if isProducer {
        swap(&self.producer, &producer)
        swap(&self.handler, &handler)
      }
      if let attempt { self.attempt = attempt }
      if case .resolverHandedOut = event { (isHandedOut, hasResolver) = (true, true) }
    }
    withExtendedLifetime((producer, handler)) {}
    timeline?.record(event, of: timelineNumber)
  }

  /// Reports that a resolver has been called although the promise has an outcome, which the second one contradicts.
  private func reportSecondAnswer(_ error: (any Error)?, of promise: AnyPromise) {
    var settlers: CallStack?
    let isFirst = withLock {  // further answers are not reported
      defer { isContradicted = true }
      swap(&self.settlers, &settlers)
      return !isContradicted
    }
    // A sample records promises although tracing is off. Without call stacks, the functions are not known.
    guard isFirst, settlers != nil || PromiseDiagnostics.isTracing else { return }
    let second = settlers == nil ? "" : CallStack.current.clause
    let first = Self.outcome(promise.rejectionError), then = Self.outcome(error)
    PromiseDiagnostics.report(
      .contradictoryOutcome(
        first: "\(first)\(settlers?.clause ?? "")", second: "\(then)\(second)", file: site.file, line: site.line),
      in: promise.context)
  }

  /// Returns what an answer with this error, or with a value, does to a promise. The error's description loses its final
  /// period, because another clause follows.
  private static func outcome(_ error: (any Error)?) -> String {
    guard let error else { return "fulfilled" }
    let text = "\(error)"
    return "rejected with \(text.hasSuffix(".") ? text.dropLast() : text[...])"
  }
}

extension CallStack {
  /// Where the promise was settled, as the end of a clause.
  fileprivate var clause: String { function.map { " in \($0)" } ?? "" }
}
