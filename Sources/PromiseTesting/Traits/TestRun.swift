import Dispatch
import Testing

/// One run of the body of a test, and the issues that follow from it.
struct TestRun: Sendable {
  private let test: Test
  private let settings: PromisesSettings
  private let instrument: TestInstrument
  private let context: PromiseContext
  private let limit: Delay

  /// Creates a run with the task-local values of the calling code.
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

  private func waitForLeftovers(until deadline: DispatchTime) async {
    // Promises may stay pending forever if the test ignores them, and with manual time if nothing advances the clock.
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
    record(
      "work is still in flight at the end of the test: a handler has not returned", settings.pending ?? .error)
  }

  private func recordPending() {
    for (site, count) in pendingCreationSites() {
      var text = count == 1 ? "a promise is still pending" : "\(count) promises are still pending"
      text += " at the end of the test: created at \(site)"
      if let clock = instrument.clock, clock.timerCount > 0 { text += "; \(clock.state)" }
      record(text, settings.pending ?? .error)
    }
    instrument.cancelPending()
  }

  private func recordFinalEvents() async {
    // A rejection is reported when its promise is deallocated. The code that rejected it may retain it a moment longer.
    for _ in 0..<100 where instrument.registry.hasUnobservedRejection { await pause(milliseconds: 2) }
    recordEvents()
  }

  private func recordEvents() {
    for event in instrument.takeEvents() { record("\(event)", settings.policy(for: event) ?? .ignore) }
  }

  /// The creation sites of the pending promises, in the order of the first promise at each, and the number of promises.
  private func pendingCreationSites() -> [(site: String, count: Int)] {
    var sites: [String] = []
    var counts: [String: Int] = [:]
    for promise in instrument.registry.pending() {
      let site = promise.creationSiteDescription
      if counts[site] == nil { sites.append(site) }
      counts[site, default: 0] += 1
    }
    return sites.map { ($0, counts[$0]!) }
  }

  private func recordTimeLimit() {
    var lines = ["time limit of \(limit.shortDescription) exceeded: the test is canceled"]
    let sites = pendingCreationSites()
    if sites.isEmpty { lines[0] += "; none of its promises is pending" }
    for (site, count) in sites {
      lines.append("pending: " + (count == 1 ? "a promise" : "\(count) promises") + " created at \(site)")
    }
    if let clock = instrument.clock, clock.timerCount > 0 { lines.append(clock.state) }
    record(lines.joined(separator: "\n"), .error)
    // Later reports are consequences of the cancellation.
    recordEvents()
  }

  private func record(_ text: String, _ policy: LeftoverPolicy) {
    let comment = Comment(rawValue: text)
    switch policy {
    case .ignore: break
    case .error: Issue.record(comment, sourceLocation: test.sourceLocation)
    case .warning:
      #if compiler(>=6.3)
        Issue.record(comment, severity: .warning, sourceLocation: test.sourceLocation)
      #else
        // Issues have no severity before Swift 6.3. A known issue does not fail the test either.
        withKnownIssue { _ = Issue.record(comment, sourceLocation: test.sourceLocation) }
      #endif
    }
  }
}

extension AnyPromise {
  /// The creation site of the promise, for messages.
  var creationSiteDescription: String { "\(site.file):\(site.line)" }
}
