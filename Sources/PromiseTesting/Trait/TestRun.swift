import Testing

/// One run of the body of a test, and what has to be said of it afterwards.
struct TestRun: Sendable {
  private let test: Test
  private let settings: PromisesSettings
  private let host: TestHost
  private let scope: Scope
  private let limit: Duration

  /// Called as the test.
  init(_ test: Test, _ settings: PromisesSettings, seed: Int?) {
    self.test = test
    self.settings = settings
    limit = max(settings.timeLimit ?? PromisesSettings.defaultTimeLimit, .zero)
    host = TestHost(queue: settings.queue, hasManualTime: settings.time == .manual, seed: seed) {
      (settings.policy(for: $0) ?? .ignore) != .ignore
    }
    scope = Scope(host: host)
  }

  func perform(_ function: @Sendable () async throws -> Void) async throws {
    let body = TimedBody(test, host, scope, limit)
    switch await body.run(function, onTimeOut: reportTimeLimit) {
    case .returned:
      await waitForLeftovers(until: body.deadline)
      if settings.pending != .ignore { reportPending() }
    case .timedOut: return
    case .threw(let error):
      await reportEvents()
      host.cancelPending()
      throw error
    }
    await reportEvents()
  }

  // MARK: What it leaves

  private func waitForLeftovers(until deadline: ContinuousClock.Instant) async {
    // What is pending when nobody is to complain of it may be so for ever; and when nobody moves the time any more,
    // whatever waits for it does.
    if settings.pending == .ignore || host.clock != nil {
      let isQuiet = await waits(until: deadline) { done in
        Task(executorPreference: GuardianExecutor()) {
          await host.quiet()
          done()
        }
      }
      guard isQuiet, settings.pending != .ignore, host.clock?.timerCount == 0 else { return }
    }
    guard await !scope.settled(until: deadline), host.registry.pending().isEmpty else { return }
    record("work is still under way at the end of the test: a handler has not returned", settings.pending ?? .error)
  }

  private func reportPending() {
    for (place, count) in pendingPlaces() {
      var text = count == 1 ? "a promise is still pending" : "\(count) promises are still pending"
      text += " at the end of the test: made at \(place)"
      if let clock = host.clock, clock.timerCount > 0 { text += "; \(clock.state)" }
      record(text, settings.pending ?? .error)
    }
    host.cancelPending()
  }

  private func reportEvents() async {
    // A rejection is reported when the promise goes, and whoever rejected it may hold it for a moment longer.
    for _ in 0..<100 where host.registry.hasUnseenRejection { await pause(milliseconds: 2) }
    recordEvents()
  }

  private func recordEvents() {
    for event in host.takeEvents() { record("\(event)", settings.policy(for: event) ?? .ignore) }
  }

  /// Where those that are pending were made, and how many there; the oldest first.
  private func pendingPlaces() -> [(place: String, count: Int)] {
    var places: [String] = []
    var counts: [String: Int] = [:]
    for promise in host.registry.pending() {
      if counts[promise.place] == nil { places.append(promise.place) }
      counts[promise.place, default: 0] += 1
    }
    return places.map { ($0, counts[$0]!) }
  }

  private func reportTimeLimit() {
    var lines = ["time limit of \(limit.short) exceeded: the test is cancelled"]
    let places = pendingPlaces()
    if places.isEmpty { lines[0] += "; none of its promises is pending" }
    for (place, count) in places {
      lines.append("pending: " + (count == 1 ? "a promise" : "\(count) promises") + " made at \(place)")
    }
    if let clock = host.clock, clock.timerCount > 0 { lines.append(clock.state) }
    record(lines.joined(separator: "\n"), .error)
    // What comes later comes of being cancelled.
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
        // Issues have no severity yet; one that is known does not fail the test either.
        withKnownIssue { _ = Issue.record(comment, sourceLocation: test.sourceLocation) }
      #endif
    }
  }
}

extension AnyPromiseEngine {
  /// Where it was made, for messages.
  var place: String { "\(origin.file):\(origin.line)" }
}

extension ManualClock {
  /// Where it stands, for messages.
  var state: String {
    let next = nextDeadline.map { "; the next timer is due at \($0.offset)" } ?? ""
    return "the manual clock stands at \(now.offset)\(next)"
  }
}
