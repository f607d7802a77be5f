import Dispatch

/// One run of the body of a test, which records an issue for everything that the body leaves behind.
struct TestRun: Sendable {
  private let reporter: any TestReporter
  private let settings: PromisesSettings
  private let instrument: TestInstrument
  private let context: PromiseContext
  /// The time limit of the body and the work that it leaves in flight.
  private let limit: TimerInterval

  /// Creates a run that inherits the task-local values of the calling code.
  ///
  /// - Parameters:
  ///   - reporter: Records the issues.
  ///   - settings: The settings of the test.
  ///   - seed: The seed that determines the order of jobs, or `nil` for the natural order.
  init(_ reporter: any TestReporter, _ settings: PromisesSettings, seed: Int?) {
    self.reporter = reporter
    self.settings = settings
    limit = settings.timeLimit ?? PromisesSettings.defaultTimeLimit
    instrument = TestInstrument(
      reporter: reporter, handlerQueue: settings.queue, hasManualTime: settings.time == .manual, seed: seed
    ) {
      settings.policy(for: $0)
    }
    context = PromiseContext(instrument: instrument)
  }

  /// Runs the body, waits for the work that it leaves in flight, and records the issues.
  ///
  /// - Parameter function: The body of the test.
  /// - Throws: The error that the body throws, unless the time limit has expired. Pending promises are then canceled and
  ///   not reported.
  func perform(_ function: @Sendable () async throws -> Void) async throws {
    let outer = TestInstrument.current
    outer?.nestedRunCount.withLock { $0 += 1 }
    // A nested run leaves the promises that belong to no test to the outer one.
    if outer == nil { StrayEvents.shared.runStarted(instrument) }
    defer {
      if outer == nil { StrayEvents.shared.runEnded() }
      outer?.nestedRunCount.withLock { $0 -= 1 }
      instrument.forgetWaits()
      instrument.clock?.close()
    }
    let body = TimeLimitedBody(reporter.testName, instrument, context, limit)
    let watch = RealTimeWatch(instrument, onWait: recordRealTimeWait)
    // race drop: The body must start more than a second late for the watch to take that time for a wait.
    let completion = await watch.run(after: { _ = await body.deadline }) {
      let completion = await body.run(function, onInterruption: recordInterruption)
      if completion.interruption == nil, completion.error == nil { await waitForLeftovers(until: body.deadline) }
      return completion
    }
    switch (completion.interruption, completion.error) {
    case (.timeLimit, _): return
    case (.canceled, let error):
      if let error { throw error }
      return
    case (nil, let error?):
      if error.isCancelled { recordForeignCancellation() }
      await recordFinalEvents()
      instrument.cancelPending()
      throw error
    case (nil, nil):
      if Task.isCancelled {
        recordInterruption(.canceled)
        instrument.isOver.claim()
        return instrument.endPending()
      }
      if settings.pending != .ignore {
        recordPending()
      } else if let clock = instrument.clock, clock.timerCount > 0 {
        // What waits for these timers would be pending, and alive, forever.
        instrument.cancelPending()
      }
      await recordFinalEvents()
    }
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
      + "\(limit.shortDescription); unblock it, or set a longer limit with `\(reporter.settingsName)(timeLimit:)`"
    reporter.record(text, settings.pending ?? .error)
  }

  /// Records an issue for each promise on which the pending promises wait, or for several with the same creation site,
  /// and cancels all pending promises.
  private func recordPending() {
    let pending = PendingText(context)
    for (cause, tree) in pending.findings {
      let amount = Quantity(cause.promises.count)
      let them = amount.itOrThem
      var text = "\(amount.some("promise")) \(amount.isOrAre)"
      text += " still pending at the end of the test: created at \(cause.promises[0].location); \(cause.summary)"
      var action = cause.isCircle ? "return a promise that does not depend on \(them)" : "settle \(them) on every path"
      if let clock = instrument.clock, clock.timerCount > 0 {
        text += "; \(clock.state())"
        action += ", advance the clock"
      }
      let hint = instrument.clock?.timerCount == 0 && !cause.isCircle ? [Self.realTimeHint] : []
      text += "; \(action), cancel \(them), or pass `\(reporter.settingsName)(pending: .ignore)`"
      reporter.record(
        ([text] + PendingText.shortened(tree, of: cause) + hint).joined(separator: "\n"), settings.pending ?? .error)
    }
    if !pending.isEmpty { pending.attach(to: reporter) }
    instrument.cancelPending()
  }

  /// Records the events of the test once all of them have been reported.
  private func recordFinalEvents() async {
    // A rejection is reported when its promise is deallocated, and the code that rejected the promise may still retain
    // it for a moment.
    // equivalent constant: How often it looks.
    for _ in 0..<100 where instrument.registry.hasUnobservedRejection { await pause(milliseconds: 2) }
    await StrayEvents.shared.waitForEvents(of: instrument)
    recordEvents()
  }

  /// Records the diagnostic events that the test has received, according to their policies.
  private func recordEvents() {
    var contradictions: Set<String> = []
    for event in instrument.takeEvents() {
      // Many promises may be made in one place.
      if case .contradictoryOutcome = event, !contradictions.insert("\(event)").inserted { continue }
      reporter.record("\(event)", settings.policy(for: event) ?? .ignore)
    }
    for event in StrayEvents.shared.takeEvents(of: instrument) {
      reporter.record("\(event); \(StrayEvents.explanation)", settings.policy(for: event) ?? .ignore)
    }
  }

  // MARK: - Interruptions

  /// Records what is pending, when the time limit has expired or the test was canceled.
  ///
  /// A canceled test gets a warning, because the code that has canceled it decides whether it fails.
  private func recordInterruption(_ interruption: TimeLimitedBody.Interruption) {
    let pending = PendingText(context)
    let waits = instrument.foreignWaits(where: \.isPending)
    var headline =
      switch interruption {
      case .timeLimit: "time limit of \(limit.shortDescription) exceeded: the test is canceled"
      case .canceled: "the test was canceled before its time limit of \(limit.shortDescription)"
      }
    var action = pending.remedy
    if waits.contains(where: \.isOfTest) {
      action = ForeignWait.remedy
    } else if waits.isEmpty, pending.isEmpty, instrument.clock?.isAdvancing != true {
      headline += "; none of its promises is pending"
      action = "find what else the body waits for"
    }
    var lines = [headline] + waits.map { "pending: \($0)" } + lines(for: pending)
    if let clock = instrument.clock {
      if clock.isAdvancing {
        lines.append(clock.state(namingTimerOf: context))
        action = "end the loop that adds timers, or advance by less"
      } else if clock.timerCount > 0 {
        lines.append(clock.state())
        action += ", advance the clock"
      } else {
        lines.append(Self.realTimeHint)
      }
    }
    switch interruption {
    case .timeLimit:
      // No limit is long enough for a circle.
      if !pending.hasCircle { action += ", or set a longer limit with `\(reporter.settingsName)(timeLimit:)`" }
      reporter.record((lines + [action]).joined(separator: "\n"), .error)
    case .canceled where waits.isEmpty && pending.isEmpty: break
    case .canceled: reporter.record(lines.joined(separator: "\n"), .warning)
    }
    if !pending.isEmpty { pending.attach(to: reporter) }
    // The events are taken now, because later events result from the cancellation.
    recordEvents()
  }

  /// Returns the lines that say what is pending.
  private func lines(for pending: PendingText) -> [String] {
    pending.findings.flatMap { cause, tree in
      let subject = Quantity(cause.promises.count).some("promise")
      return ["pending: \(subject) created at \(cause.promises[0].location); \(cause.summary)"]
        + PendingText.shortened(tree, of: cause)
    }
  }

  /// Records which promises of other tests the body has waited for, after it has thrown a cancellation.
  ///
  /// A wait for a promise that was canceled before is not known. Such a promise is named if something still retains it.
  private func recordForeignCancellation() {
    let waits = instrument.foreignWaits(where: \.mayBeCanceled)
    let others = waits.isEmpty ? CanceledPromises.shared.alive(without: instrument).prefix(3) : []
    for wait in waits + others {
      let text =
        "the body \(waits.isEmpty ? "may have" : "has") waited for \(wait), and that test cancels its promises when it "
        + "ends; \(ForeignWait.remedy)"
      // With a known wait, the test fails anyway, because of the error, which says nothing about its cause.
      reporter.record(text, waits.isEmpty ? .warning : .error)
    }
  }

  /// Warns that the test waits in real time.
  private func recordRealTimeWait() {
    let pending = PendingText(context)
    if pending.hasCircle { return }
    let headline = "the test waits in real time, while its manual clock has no timers"
    reporter.record(([headline] + lines(for: pending) + [Self.realTimeHint]).joined(separator: "\n"), .warning)
  }

  /// What a test with a manual clock may wait for when the clock has no timers.
  private static let realTimeHint = """
    the manual clock does not advance `Task.sleep`, `ContinuousClock` and `DispatchQueue.asyncAfter`; if the code waits \
    for one of these, use `after`, `delay`, or the `sleep` of a clock that the test passes in
    """
}

extension AnyPromise {
  /// The creation site of the promise as `file:line`, for messages.
  var creationSiteDescription: String { "\(site.file):\(site.line)" }
}
