import Dispatch
public import PromiseCore

extension PromiseDiagnostics {
  /// Reports each promise that stays pending for longer than a time, once, to `PromiseDiagnostics.handler`.
  ///
  /// ```swift
  /// PromiseDiagnostics.report(longerThan: 30)
  /// ```
  ///
  /// Turns on ``isTracing`` if it is off. Promises that were created before tracing began are not reported, and neither are those of
  /// a test with the trait `.promises`. Promises with the same creation site that are found in the same check are one
  /// event, `stillPending`. The promises on which the others wait are reported first. The default handler does nothing in
  /// release builds.
  ///
  /// A second call replaces the first one and reports all promises again; with an infinite time it ends the reports.
  /// You may call this method from any thread.
  ///
  /// - Parameters:
  ///   - seconds: The time, in seconds. With zero or a negative value, every pending promise is reported. Infinity and
  ///     NaN end the reports.
  ///   - interval: The time between two checks, in seconds. With less than a millisecond, a check takes place every
  ///     millisecond. The checks run on a queue of their own, on which the handler is called.
  /// - Complexity: Each check takes O(*n* log *n*) in the number of traced promises that are alive.
  public static func report(longerThan seconds: Double, every interval: Double = 1) {
    let reports = seconds < .infinity ? PendingReports(longerThan: seconds, every: interval) : nil
    if reports != nil { traceIfOff() }
    reports?.start()
    let old = currentReports.withLock { current in
      defer { current = reports }
      return current
    }
    // equivalent drop: The timer of an object that was released does nothing.
    old?.stop()
  }

  /// The checks that take place, so that tests can read their settings.
  static let currentReports = Lock<PendingReports?>(nil)
}

/// The checks for promises that stay pending too long.
///
/// An object that has been started must be stopped before it is released.
final class PendingReports: @unchecked Sendable {
  /// The queue on which the checks take place.
  static let queue = DispatchQueue(label: "pending promises")

  private let seconds: Double
  /// The time between two checks, in nanoseconds.
  private let interval: Int64
  // Dispatch objects may be used from any thread, although they are not marked `Sendable` on every platform.
  // Written by `start`, before another thread has a reference.
  private var timer: (any DispatchSourceTimer)?
  /// The numbers of the promises that have been reported and are still pending.
  private let reported = Lock<Set<Int>>([])

  /// Creates checks that have not been started.
  ///
  /// - Parameters:
  ///   - seconds: The age above which a promise is reported, in seconds.
  ///   - interval: The time between two checks, in seconds. With less than a millisecond, it is a millisecond.
  init(longerThan seconds: Double, every interval: Double) {
    self.seconds = seconds
    // equivalent constant: The first check would take place a nanosecond later.
    self.interval = max(TimerInterval(seconds: interval).nanoseconds, 1_000_000)
  }

  /// The time from one check to the next. (`Int` may have 32 bits, which hold 2.1 s in nanoseconds.)
  var repetition: DispatchTimeInterval { .milliseconds(Int(clamping: interval / 1_000_000)) }

  /// Starts the checks. Must be called once at most, before the object is shared.
  func start() {
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.schedule(
      deadline: .deadline(interval, after: DispatchTime.now().uptimeNanoseconds), repeating: repetition)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      for event in events(in: PromiseDiagnostics.pendingPromises()) { PromiseDiagnostics.report(event, in: nil) }
    }
    timer.activate()
    self.timer = timer
  }

  /// Ends the checks. A check that is taking place continues.
  func stop() { timer?.cancel() }

  /// Returns the events for the promises that have not been reported before.
  func events(in snapshot: PendingSnapshot) -> [PromiseDiagnostics.Event] {
    let pending = Set(snapshot.promises.lazy.map(\.number))
    let late = Set(snapshot.promises.lazy.filter { $0.age > self.seconds }.map(\.number))
    let new = reported.withLock { reported in
      let new = late.subtracting(reported)
      reported = reported.intersection(pending).union(new)
      return new
    }
    if new.isEmpty { return [] }
    let graph = WaitGraph(snapshot.promises)
    var events: [PromiseDiagnostics.Event] = []
    var inCauses: Set<Int> = []
    for cause in PendingCause.all(in: graph).compactMap({ $0.filtered { new.contains($0.number) } }) {
      inCauses.formUnion(cause.promises.lazy.map(\.number))
      events.append(
        .stillPending(
          reason: cause.description, file: cause.promises[0].file, line: cause.promises[0].line))
    }
    var sites: [PromiseSite: (first: Int, count: Int)] = [:]
    let others = new.subtracting(inCauses)
    for (index, promise) in snapshot.promises.enumerated() where others.contains(promise.number) {
      sites[promise.site, default: (index, 0)].count += 1
    }
    for (first, count) in sites.values.sorted(by: { $0.first < $1.first }) {
      let promise = snapshot.promises[first]
      let source = snapshot.promises[graph.awaited[first][0]]
      let subject = Quantity(count).pending(for: Words.time(promise.age))
      events.append(
        .stillPending(
          reason: "\(subject): waiting for the promise created at \(source.location)", file: promise.file,
          line: promise.line))
    }
    return events
  }
}
