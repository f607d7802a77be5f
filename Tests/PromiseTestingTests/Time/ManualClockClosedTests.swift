import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of what a test leaves on its manual clock, which nothing advances any more.
@Suite(.sharingProcessors) struct ManualClockClosedTests {
  private static let ignoring: PromisesTrait = .promises(timeLimit: .testLimit, pending: .ignore, time: .manual)

  @Test(arguments: [LeftoverPolicy.ignore, .warning]) func `a chain that waits for a timer is released`(
    _ policy: LeftoverPolicy
  ) async throws {
    let lifetime = Lifetime()
    let found = try await issues(with: .promises(timeLimit: .testLimit, pending: policy, time: .manual)) {
      let object = lifetime.object()
      after(seconds: 3600).done { object.touch() }
      _ = after(seconds: 3600).map { object }.then { Guarantee.value($0) }
      let promise = after(seconds: 3600).then { () -> Promise<Void> in
        object.touch()
        return .value(())
      }
      promise.cauterize()
    }
    await wait { lifetime.alive == 0 }
    #expect(found.isEmpty == (policy == .ignore))
  }

  @Test func `a promise that waits for no timer does not ask for the clock to be advanced`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(100), time: .manual)) {
      kept(Promise<Int>.pending().resolver)
    }
    #expect(found.count == 1)
    let text = try #require(found.first).text
    #expect(text.contains("; settle it on every path, cancel it, or pass ") && !text.contains("the manual clock is at"))
  }

  @Test func `a loop that waits for its next timer ends with its test`() async throws {
    let lifetime = Lifetime()
    let found = try await issues(with: Self.ignoring) {
      let object = lifetime.object()
      @Sendable func tick() {
        object.touch()
        after(seconds: 1).done { tick() }
      }
      tick()
    }
    await wait { lifetime.alive == 0 }
    #expect(found.isEmpty)
  }

  @Test func `a timer that is added after the end of the test uses real time`() async throws {
    let (hasEnded, hasFired) = (Gate(), Gate())
    let found = try await issues(with: Self.ignoring) {
      Task {
        try await hasEnded.opened()
        after(.milliseconds(1)).done { hasFired.open() }
      }
    }
    hasEnded.open()
    try await hasFired.opened()
    #expect(found.isEmpty)
  }

  @Test func `the end of a test cancels a task that sleeps on its clock`() async throws {
    let ended = Log<String>()
    let found = try await issues(with: Self.ignoring) {
      let clock = try ManualClock.current
      Task {
        await #expect(throws: CancellationError.self) { try await clock.sleep(until: .init(nanoseconds: 1)) }
        // The clock is closed.
        await #expect(throws: CancellationError.self) { try await clock.sleep(until: .init(nanoseconds: 1)) }
        try await clock.sleep(until: .init())
        ended("ended")
      }
      await wait { clock.timerCount == 1 }
    }
    await wait { ended.count == 1 }
    #expect(found.isEmpty)
  }

  @Test func `the end of a test does not run handlers of promises that wait for a timer`() async throws {
    let ran = Log<Int>()
    for _ in 0..<20 {
      let found = try await issues(with: Self.ignoring) {
        let promise = after(seconds: 10).then { () -> Promise<Void> in
          ran(1)
          return .value(())
        }
        promise.cauterize()
      }
      #expect(found.isEmpty)
    }
    #expect(ran.count == 0)
  }
}
