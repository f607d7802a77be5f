// Calls every declaration of PromiseTesting. See Core.swift.
import Dispatch
import PromiseTesting
import Testing
import XCTest

func expecting() async throws {
  use(try await expectFulfilled(promise(), within: .seconds(1), "why"))
  use(try await expectRejected(promise(), within: .seconds(1), "why"))
  use(try await expectRejected(promise(), throws: Failed.self))
  try await expectRejected(promise(), throws: Failed())
  try await expectCancelled(promise(), within: .seconds(1))
  try await expectPending(promise(), for: .seconds(1))
  use(await promisesSettled(timeout: .seconds(1)), await promisesSettled(timeout: 1))
  use(await promisesLeftAlive { await Task.yield() })
  use(await XCTAssertFulfilled(promise()), await XCTAssertRejected(promise()))
}

func blocking(_ test: XCTestCase) throws {
  use(XCTAssertFulfilled(promise(), within: 1, "why"), XCTAssertRejected(promise(), within: 1, "why"))
  use(try hang(promise()), try test.wait(for: promise(), timeout: 1))
  use(waitForPromises(timeout: 1), waitForPromises(timeout: .seconds(1)), DispatchGroup.promises)
  for promise: LivePromise in promisesLeftAlive(by: {}) {
    use(promise.file, promise.line, promise.isPending, promise.description)
  }
}

func clocks(_ clock: ManualClock, _ instant: ManualClock.Instant) async throws {
  use(ManualClock(), try ManualClock.current, clock.now, clock.nextDeadline, clock.timerCount)
  await clock.advance(by: .seconds(1))
  await clock.advance(to: instant)
  await clock.runToEnd(limit: .seconds(1))
  try await clock.sleep(until: instant)
  use(ManualClock.Instant(nanoseconds: 1).nanoseconds, instant < instant)
}

func clocksBlocking(_ clock: ManualClock) {
  clock.advance(by: .seconds(1))
  clock.advance(to: clock.now)
  clock.runToEnd(limit: .seconds(1))
}

func traits(_ test: Test) async throws {
  let all: [PromisesTrait] = [.promises, .promises(timeLimit: .seconds(1), pending: .error, unhandled: .warning)]
  use(PromisesTrait.promises(abandoned: LeftoverPolicy.ignore, queue: .main, time: .manual, order: .natural))
  use(PromisesTrait.promises(time: PromiseTime.real, order: .shuffled(seeds: [1])), HandlerOrder.shuffled(seeds: 1...2))
  use(all[0].isRecursive, all[0].scopeProvider(for: test, testCase: nil))
  try await all[0].provideScope(for: test, testCase: nil) {}
}

func functions() async throws {
  let one = try await withPromises(time: .real, order: .natural, timeLimit: 1, pending: .error) { 1 }
  let two = try await withPromises(unhandled: .error, abandoned: .error, queue: .main) { 2 }
  let now = try await withPromises(time: ManualTime.manual, timeLimit: 1) { clock in clock.now }
  use(one, two, now)
  do { try await withPromises {} } catch let error as PromisesLeftBehind {
    use(error.findings, error.bodyError as Any, error.description)
  }
}
