import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A guarantee that was asked to cancel stays pending and keeps what it waits for, so that it settles when that does.
///
/// In each test a timer has two consumers: the guarantee that is canceled, and one that leaves without canceling the
/// timer. The timer then has no other owner than the canceled guarantee.
@Suite(.promises(timeLimit: .seconds(280), pending: .ignore, time: .manual))
struct `A canceled guarantee keeps what it waits for` {
  private func expectFulfilled(
    after seconds: Double, _ answer: Guarantee<Int>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ManualClock.current.advance(by: .seconds(seconds))
    #expect(answer.isFulfilled, "the canceled guarantee lost what it waits for", sourceLocation: sourceLocation)
  }

  @Test func `when another member of when(fulfilled:) fails`() async throws {
    let (failing, resolver) = Promise<Void>.pending()
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      when(fulfilled: tick, failing).cauterize()
      answer.cancel()
      resolver.reject(TestError.one)
      return answer
    }
    try await expectFulfilled(after: 3, cancelOne())
  }

  @Test func `when a race that spares its losers ends`() async throws {
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

  @Test func `when a timeout that spares the loser fires`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      tick.timeout(seconds: 1, losers: .spare).cauterize()
      answer.cancel()
      return answer
    }
    let answer = cancelOne()
    try await ManualClock.current.advance(by: .seconds(1.5))
    try await expectFulfilled(after: 2, answer)
  }

  @Test func `when it is a when(guarantees:)`() async throws {
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

  @Test func `when a waiting task with a time limit is canceled`() async throws {
    let stage = Stage()
    func cancelOne() async -> Guarantee<Int> {
      let tick = after(seconds: 2)
      let answer = tick.map(on: nil) { 1 }
      let task = await stage.start { _ in try await tick.get(timeout: 60) }
      await stage.allSuspended()
      answer.cancel()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      return answer
    }
    try await expectFulfilled(after: 3, await cancelOne())
  }

  @Test func `when a handler returns a guarantee after the cancellation`() async throws {
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

  @Test func `through several links`() async throws {
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

  @Test func `and the last consumer to cancel fires the timer`() {
    let tick = after(seconds: 2)
    let answers = (0..<3).map { number in tick.map(on: nil) { number } }
    for answer in answers.dropLast() { answer.cancel() }
    #expect(tick.isPending)
    answers[2].cancel()
    #expect(tick.isFulfilled)
    #expect(answers.allSatisfy { $0.isFulfilled })
  }
}

/// The same on Dispatch's timers.
struct `A canceled guarantee on a timer of Dispatch` {
  @Test func `resumes the task that waits for it`() async throws {
    func cancelOne() -> Guarantee<Int> {
      let tick = after(seconds: 0.1)
      let answer = tick.map(on: nil) { 1 }
      when(fulfilled: tick, after(seconds: 0.02).then(on: nil) { Promise<Void>(error: TestError.one) }).cauterize()
      answer.cancel()
      return answer
    }
    // A limit so that a lost guarantee fails the test, and does not hang it.
    #expect(try await cancelOne().get(timeout: 10, losers: .spare) == 1)
  }
}
