// Also tests: WeakObserver.

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A canceled guarantee stays pending and retains its upstream promise, so that it settles when that promise settles.
///
/// In most tests, a timer has two consumers: the guarantee that is canceled, and a consumer that departs without
/// canceling the timer. After that, only the canceled guarantee retains the timer.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, time: .manual))
struct GuaranteeCancellationTests {
  private func expectFulfilled(
    after seconds: Double, _ answer: Guarantee<Int>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ManualClock.current.advance(by: .seconds(seconds))
    #expect(answer.isFulfilled, "the canceled guarantee released its upstream promise", sourceLocation: sourceLocation)
  }

  @Test func `a canceled guarantee settles even if a failing when(fulfilled:) releases its timer`() async throws {
    let (failing, resolver) = Promise<Void>.pending()
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      when(fulfilled: tick, failing).catch(on: nil) { _ in }
      answer.cancel()
      resolver.reject(TestError.one)
      return answer
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test func `a canceled guarantee settles even if a race that spares its losers releases its timer`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      let (quick, resolve) = Guarantee<Void>.pending()
      let whole = race(tick, quick, losers: .spare)
      answer.cancel()
      resolve(())
      #expect(whole.isFulfilled)
      return answer
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test
  func `a canceled guarantee settles even if a timeout that spares its promise releases its timer`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      tick.timeout(seconds: 1, losers: .spare).catch(on: nil) { _ in }
      answer.cancel()
      return answer
    }
    let answer = cancelOne()
    try await ManualClock.current.advance(by: .seconds(1.5))
    try await expectFulfilled(after: 2, answer)
  }

  @Test func `a canceled when(guarantees:) settles even if a race releases the timer of an input`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let whole = when(guarantees: [tick.map(on: nil) { 1 }, .value(2)])
      let (quick, resolve) = Guarantee<Void>.pending()
      let other = race(tick, quick, losers: .spare)
      whole.cancel()
      resolve(())
      #expect(other.isFulfilled)
      return whole.map(on: nil) { $0.count }
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test func `a canceled guarantee settles even if a waiting task on its timer is canceled`() async throws {
    let stage = Stage()
    func cancelOne() async -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      let task = await stage.start { _ in try await tick.get(timeout: TestLimit.seconds) }
      await stage.allSuspended()
      answer.cancel()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      return answer
    }
    try await expectFulfilled(after: 3, await cancelOne())
  }

  @Test func `a canceled guarantee adopts a guarantee that its handler returns later`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let (source, resolve) = Guarantee<Void>.pending()
      let (quick, resolveQuick) = Guarantee<Void>.pending()
      let outer = source.then(on: nil) { () -> Guarantee<Int> in
        let tick = after(seconds: 2)
        _ = race(tick, quick, losers: .spare)
        return tick.map(on: nil) { 1 }
      }
      outer.cancel()
      resolve(())
      resolveQuick(())
      return outer
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test func `a canceled guarantee settles through several steps`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let (quick, resolve) = Guarantee<Void>.pending()
      let whole = race(tick, quick, losers: .spare)
      let answer = tick.map(on: nil) { 1 }.map(on: nil) { $0 + 1 }.map(on: nil) { $0 + 1 }
      answer.cancel()
      answer.cancel()
      resolve(())
      #expect(whole.isFulfilled)
      return answer
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test func `canceling the last consumer of a timer fires it`() {
    let tick = after(seconds: 2)
    let answers = (0..<3).map { number in tick.map(on: nil) { number } }
    for answer in answers.dropLast() { answer.cancel() }
    #expect(tick.isPending)
    answers[2].cancel()
    #expect(tick.isFulfilled)
    #expect(answers.allSatisfy { $0.isFulfilled })
  }
}

/// The cancellation of a guarantee that waits for a Dispatch timer instead of the manual clock.
@Suite(.sharingProcessors) struct DispatchTimerCancellationTests {
  @Test func `a canceled guarantee on a Dispatch timer resumes its waiting task`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 0.1)
      let answer = tick.map(on: nil) { 1 }
      when(fulfilled: tick, after(seconds: 0.02).then(on: nil) { Promise<Void>(error: TestError.one) }).catch(on: nil) {
        _ in
      }
      answer.cancel()
      return answer
    }
    // The limit makes the test fail instead of hang if the timer is lost.
    #expect(try await cancelOne().get(timeout: .testLimit, losers: .spare) == 1)
  }
}
