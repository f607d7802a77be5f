import Dispatch
import Testing

/// One run of the body of a test, which records an issue for everything that the body leaves behind.
struct TestRun: Sendable {
  private let test: Test
  private let settings: PromisesSettings
  private let instrument: TestInstrument
  private let context: PromiseContext
  /// The time limit of the body and the work that it leaves in flight.
  private let limit: Delay

  /// Creates a run that inherits the task-local values of the calling code.
  ///
  /// - Parameters:
  ///   - test: The test. Issues are recorded at its location.
  ///   - settings: The settings of the trait.
  ///   - seed: The seed that determines the order of jobs, or `nil` for the natural order.
  init(_ test: Test, _ settings: PromisesSettings, seed: Int?) {
    self.test = test
    self.settings = settings
    limit = settings.timeLimit ?? PromisesSettings.defaultTimeLimit
    instrument = TestInstrument(
      handlerQueue: settings.queue, hasManualTime: settings.time == .manual, seed: seed
    ) {
      (settings.policy(for: $0) ?? .ignore) != .ignore
    }
    context = PromiseContext(instrument: instrument)
  }

  /// Runs the body, waits for the work that it leaves in flight, and records the issues.
  ///
  /// - Parameter function: The body of the test.
  /// - Throws: The error that the body throws. Pending promises are then canceled and not reported.
  func perform(_ function: @Sendable () async throws -> Void) async throws {
    let body = TimeLimitedBody(test, instrument, context, limit)
    switch await body.run(function, onTimeOut: recordTimeLimit) {
    case .returned:
      await waitForLeftovers(until: body.deadline)
      if settings.pending != .ignore { recordPending() }
    case .timedOut: return
    case .threw(let error):
      await recordFinalEvents()
      instrument.cancelPending()
      throw error
    }
    await recordFinalEvents()
  }

  // MARK: - Leftovers

  /// Waits until the promises of the test are settled and their handlers have run, or until the deadline.
  ///
  /// Records an issue if a handler is still running at the deadline.
  private func waitForLeftovers(until deadline: DispatchTime) async {
    // Promises may stay pending forever if the test ignores them, or if nothing advances its manual clock.
    if settings.pending == .ignore || instrument.clock != nil {
      let isIdle = await waitUntilCalled(by: deadline) { done in
        startSupervisor {
          await instrument.waitUntilIdle()
          done()
        }
      }
      guard isIdle, settings.pending != .ignore, instrument.clock?.timerCount == 0 else { return }
    }
    guard await !context.waitUntilSettled(by: deadline), instrument.registry.pending().isEmpty else { return }
    let text =
      "work is still in flight at the end of the test: a handler has not returned within the time limit of "
      + "\(limit.shortDescription); unblock it, or set a longer limit with `.promises(timeLimit:)`"
    record(text, settings.pending ?? .error)
  }

  /// Records an issue for each promise on which the pending promises wait, or for several with the same creation site,
  /// and cancels all pending promises.
  private func recordPending() {
    let pending = PendingText(context)
    for (cause, tree) in pending.findings {
      let count = cause.promises.count
      let isOne = count == 1
      let them = isOne ? "it" : "them"
      var text = isOne ? "a promise is" : "\(count) promises are"
      text += " still pending at the end of the test: created at \(cause.promises[0].location); \(cause.summary)"
      var action = cause.isCircle ? "return a promise that does not depend on \(them)" : "settle \(them) on every path"
      if let clock = instrument.clock, clock.timerCount > 0 {
        text += "; \(clock.state)"
        action += ", advance the clock"
      }
      text += "; \(action), cancel \(them), or pass `.promises(pending: .ignore)`"
      record(([text] + PendingText.shortened(tree, of: cause)).joined(separator: "\n"), settings.pending ?? .error)
    }
    if !pending.isEmpty { pending.attach(at: test.sourceLocation) }
    instrument.cancelPending()
  }

  /// Records the events of the test once all of them have been reported.
  private func recordFinalEvents() async {
    // A rejection is reported when its promise is deallocated, and the code that rejected the promise may still retain
    // it for a moment.
    for _ in 0..<100 where instrument.registry.hasUnobservedRejection { await pause(milliseconds: 2) }
    recordEvents()
  }

  /// Records the diagnostic events that the test has received, according to their policies.
  private func recordEvents() {
    for event in instrument.takeEvents() { record("\(event)", settings.policy(for: event) ?? .ignore) }
  }

  /// Records an issue that says what is pending. Called when the time limit expires.
  private func recordTimeLimit() {
    var lines = ["time limit of \(limit.shortDescription) exceeded: the test is canceled"]
    let pending = PendingText(context)
    var action = "settle the promise that the body waits for"
    if pending.isEmpty {
      lines[0] += "; none of its promises is pending"
      action = "find what else the body waits for"
    }
    for (cause, tree) in pending.findings {
      let subject = cause.promises.count == 1 ? "a promise" : "\(cause.promises.count) promises"
      lines.append("pending: \(subject) created at \(cause.promises[0].location); \(cause.summary)")
      lines += PendingText.shortened(tree, of: cause)
    }
    if let clock = instrument.clock, clock.timerCount > 0 {
      lines.append(clock.state)
      action += ", advance the clock"
    }
    lines.append(action + ", or set a longer limit with `.promises(timeLimit:)`")
    record(lines.joined(separator: "\n"), .error)
    if !pending.isEmpty { pending.attach(at: test.sourceLocation) }
    // The events are taken now, because later events result from the cancellation.
    recordEvents()
  }

  /// Records a text as an issue or a warning, at the location of the test.
  private func record(_ text: String, _ policy: LeftoverPolicy) {
    let comment = Comment(rawValue: text)
    switch policy {
    case .ignore: break
    case .error: Issue.record(comment, sourceLocation: test.sourceLocation)
    case .warning:
      #if compiler(>=6.3)
        Issue.record(comment, severity: .warning, sourceLocation: test.sourceLocation)
      #else
        // Before Swift 6.3, issues have no severity. A known issue does not fail the test either.
        withKnownIssue { _ = Issue.record(comment, sourceLocation: test.sourceLocation) }
      #endif
    }
  }
}

extension AnyPromise {
  /// The creation site of the promise as `file:line`, for messages.
  var creationSiteDescription: String { "\(site.file):\(site.line)" }
}
