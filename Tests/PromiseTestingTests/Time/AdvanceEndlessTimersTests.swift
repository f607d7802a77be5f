// Also tests: IdleWait.

import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of long simulations, and of code that adds timers endlessly.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, time: .manual))
struct AdvanceEndlessTimersTests {
  /// An endless loop of timers, which a test can end.
  struct Endless: Sendable, CustomTestStringConvertible {
    let operation: String
    /// Starts the loop, and returns the line at which it adds its timers, and a function that ends it.
    let start: @Sendable (ManualClock) -> (line: Int, end: @Sendable () -> Void)

    var testDescription: String { operation }
  }

  static let loops: [Endless] = [
    Endless(operation: "`until`") { _ in
      let loop = until(on: queue, interval: 1) { Promise.value(false) }
      return (#line - 1, { loop.cancel() })
    },
    Endless(operation: "`retry`") { _ in
      let loop = retry(on: nil, attempts: .max) { Promise<Int>(error: TestError.one) }
      return (#line - 1, { loop.cancel() })
    },
    Endless(operation: "`retry`") { _ in
      let loop = retry(attempts: .max) { () async throws -> Int in throw TestError.one }
      return (#line - 1, { loop.cancel() })
    },
    Endless(operation: "`poll`") { _ in
      let (task, line) = (Promise { for try await _ in poll(interval: 1, { Promise.value(1) }) {} }, #line)
      return (line, { task.cancel() })
    },
    Endless(operation: "`after`") { _ in
      let end = OnceFlag()
      tick(until: end)
      return (tickLine, { end.claim() })
    },
    Endless(operation: "that of a sleeping task") { clock in
      let task = Promise { while true { try await clock.sleep(for: .seconds(1)) } } as Promise<Void>
      return (0, { task.cancel() })
    },
  ]

  private static let queue = DispatchQueue(label: "AdvanceEndlessTimersTests")
  private static let tickLine = #line + 2
  private static func tick(until end: OnceFlag) {
    if !end.isClaimed { after(seconds: 1).done(on: queue) { tick(until: end) } }
  }

  @Test(arguments: loops) func `an endless loop of timers is an issue that names the operator and the site`(
    _ loop: Endless
  ) async throws {
    let clock = try ManualClock.current
    let (unrelated, resolver) = Promise<Void>.pending()
    let limited = unrelated.timeout(seconds: 1e9)
    let (line, end) = loop.start(clock)
    for function in [Advance.Function.advance, .runToEnd] {
      let start = clock.now
      let found = try await collectIssues {
        await clock.perform(Advance(function, at: #_sourceLocation, stepLimit: 20)) {
          ManualClock.Instant(nanoseconds: .max / 2)
        }
      }
      let text = try #require(found.first).text
      #expect(found.count == 1)
      #expect(text.hasPrefix("\(function.rawValue) stopped after 20 steps with timers remaining: the clock is at "))
      #expect(text.contains(loop.operation))
      if line > 0 {
        #expect(text.contains(" adds at PromiseTestingTests/AdvanceEndlessTimersTests.swift:\(line), fires at "))
      }
      #expect(
        text.hasSuffix(
          "; end the loop that adds them, such as by canceling its promise, or advance the clock in several calls if the loop ends later"
        ))
      #expect(clock.now.offset - start.offset == .seconds(20))
    }
    end()
    limited.cancel()
    resolver.fulfill(())
  }

  @Test func `what adds timers is named when the test ends meanwhile`() async throws {
    let (calls, isRunning) = (Log<Int>(), Gate())
    let line = #line + 6
    let test = Task {
      try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
        // One of the two loops has a timer at any time.
        let loops = [0, 0.5].map { start in
          after(seconds: start).then(on: nil) {
            until(on: nil, interval: 1) { () -> Promise<Bool> in
              calls(1)
              if calls.count == 10 { isRunning.open() }
              return .value(false)
            }
          }
        }
        let clock = try ManualClock.current
        await clock.perform(Advance(.advance, at: #_sourceLocation, stepLimit: .max)) {
          ManualClock.Instant(nanoseconds: .max / 2)
        }
        withExtendedLifetime(loops) {}
      }
    }
    try await isRunning.opened()
    test.cancel()
    let found = try await test.value
    #expect(found.count == 1)
    let text = try #require(found.first?.text)
    #expect(text.contains(" and still advancing in the call at \(#fileID):"))
    #expect(text.contains("; the next timer, the one that `until` adds at \(#fileID):\(line), fires at "))
  }

  @Test func `a loop that ends at the limit of steps is not an issue`() async throws {
    let clock = try ManualClock.current
    let count = Log<Int>()
    let loop = until(on: nil, interval: 1) { () -> Promise<Bool> in
      count(1)
      return .value(count.count == 21)
    }
    await clock.perform(Advance(.runToEnd, at: #_sourceLocation, stepLimit: 20)) {
      ManualClock.Instant(nanoseconds: .max / 2)
    }
    #expect(loop.isFulfilled)
  }

  @Test func `the default limit admits a year of hourly timers`() throws {
    #expect(ManualClock.stepLimit > 366 * 24)
    #expect(Advance(.runToEnd, at: #_sourceLocation).stepLimit == ManualClock.stepLimit)
  }

  // MARK: - Work that is not counted

  @Test func `in a long simulation of counted work most steps wait for such work only`() async throws {
    let tracker = try #require(TestInstrument.current).work
    var wait = IdleWait(work: tracker, mainActorIsFree: true)
    for _ in 0...IdleWait.longCount { #expect(await !wait.performAfterStep()) }
    for _ in 1..<IdleWait.opportunityInterval { #expect(await wait.performAfterStep()) }
    #expect(await !wait.performAfterStep())
    #expect(await wait.performAfterStep())
    tracker.recordUncountedStart()
    #expect(await !wait.performAfterStep())
    #expect(await !wait.performAfterStep())
  }
}
