// Also tests: StartSupervisor, SupervisorTaskExecutor, TaskExecutors.

import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of the time limit of `.promises`.
@Suite(.sharingProcessors) struct TimeLimitedBodyTests {
  @Test func `the issue of the time limit lists the pending promises`() async throws {
    let kept = Log<Resolver<Int>>()
    let line = #line + 2
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (promise, resolver) = Promise<Int>.pending()
      kept(resolver)
      _ = try await promise.get()
    }
    #expect(found.count == 1)
    let text = try #require(found.first).text
    #expect(text.hasPrefix("time limit of 500 ms exceeded"))
    #expect(
      text.contains(
        "\npending: a promise created at \(#fileID):\(line); it waits for its resolver; 1 task waits for it\n"))
    #expect(
      text.hasSuffix(
        "\nsettle the promise that the body waits for, or set a longer limit with `.promises(timeLimit:)`"))
    #expect(found.first?.line == Test.current?.sourceLocation.line)
  }

  @Test func `the time limit may be a Duration`() async throws {
    let limit: Duration = .milliseconds(500)
    let found = try await issues(with: .promises(timeLimit: limit, pending: .ignore)) {
      try await suspendUntilCanceled()
    }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.hasPrefix("time limit of 500 ms exceeded"))
  }

  @Test func `the issue of the time limit reports the time of the manual clock`() async throws {
    let line = #line + 2
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500), time: .manual)) {
      await after(seconds: 60).get()
    }
    #expect(
      found.map(\.text) == [
        """
        time limit of 500 ms exceeded: the test is canceled
        pending: a promise created at \(#fileID):\(line); it waits for a timer, due in 60 s; 1 task waits for it
        the manual clock is at 0.0 seconds; the next timer fires at 60.0 seconds
        settle the promise that the body waits for, advance the clock, or set a longer limit with \
        `.promises(timeLimit:)`
        """
      ])
  }

  @Test func `the issue of the time limit names the call that is advancing the clock`() async throws {
    let line = #line + 3
    let found = try await issues(with: .promises(timeLimit: .milliseconds(100), pending: .ignore, time: .manual)) {
      Self.addTimersEndlessly()
      try await ManualClock.current.runToEnd()
    }
    #expect(found.count == 1)
    let text = try #require(found.first).text
    #expect(text.contains(" seconds and still advancing in the call at \(#fileID):\(line)"))
    #expect(text.contains("\nend the loop that adds timers, or advance by less, or set a longer limit"))
  }

  /// Adds a timer whenever the previous one has fired.
  private static func addTimersEndlessly() { after(seconds: 1).done { addTimersEndlessly() } }

  @Test func `the issue of the time limit lists each creation site once`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      for _ in 0..<30 { kept(Promise<Int>.pending().resolver) }
      try await suspendUntilCanceled()
    }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.contains("\npending: 30 promises created at \(#fileID):\(#line - 4)"))
  }

  @Test func `the time limit ends a wait in a task that does not inherit cancellation`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (promise, resolver) = Promise<Int>.pending()
      kept(resolver)
      _ = await Task { try await promise.get() }.result
    }
    #expect(found.count == 1)
  }

  @Test func `the time limit ends a wait for something other than a promise`() async throws {
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      try await suspendUntilCanceled()
    }
    #expect(
      found.map(\.text) == [
        """
        time limit of 500 ms exceeded: the test is canceled; none of its promises is pending
        find what else the body waits for, or set a longer limit with `.promises(timeLimit:)`
        """
      ])
  }

  @Test func `the time limit ends a wait that blocks its thread`() async throws {
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (promise, resolver) = Promise<Int>.pending()
      blockForever(promise)
      withExtendedLifetime(resolver) {}
    }
    #expect(found.count == 1)
  }

  private func blockForever(_ promise: Promise<Int>) { _ = try? promise.wait() }

  @Test(arguments: [.seconds(0), .seconds(-1)] as [DispatchTimeInterval])
  func `a time limit that is not positive expires immediately`(
    _ limit: DispatchTimeInterval
  ) async throws {
    let found = try await issues(with: .promises(timeLimit: limit)) { try await suspendUntilCanceled() }
    #expect(
      found.map(\.text) == [
        """
        time limit of 0 s exceeded: the test is canceled; none of its promises is pending
        find what else the body waits for, or set a longer limit with `.promises(timeLimit:)`
        """
      ])
  }

  @Test func `a time limit may have any length`() async throws {
    let found = try await issues(with: .promises(timeLimit: .seconds(.max))) {
      await after(seconds: 0.001).get()
    }
    #expect(found.isEmpty)
  }

  @Test func `a body that continues says what it waits for`() {
    func text(_ interruption: TimeLimitedBody.Interruption, _ sites: String...) -> String {
      TimeLimitedBody.textOfContinuation(after: interruption, of: "work()", TimerInterval(seconds: 2), pendingAt: sites)
    }
    #expect(
      text(.timeLimit) == "Test work() continues after its time limit of 2 s, because it waits for work that cannot be "
        + "canceled. End that work, or make it respond to cancellation.")
    #expect(
      text(.canceled, "a.swift:1", "b.swift:2") == "Test work() continues after its cancellation, because it waits for "
        + "work that cannot be canceled. Pending, and not to be canceled: a.swift:1, b.swift:2. A guarantee of a value "
        + "has no way to end without one: call its resolver on every path, or use a promise.")
  }
}
