import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(guarantees:)`, and `when` with guarantees.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenGuaranteesTests {
  @Test func `a sequence is fulfilled with the values in order`() {
    let pending = (0..<100).map { _ in Guarantee<Int>.pending() }
    let whole = when(guarantees: pending.lazy.map(\.guarantee))
    for (number, input) in pending.enumerated().reversed() {
      #expect(whole.isPending)
      input.resolve(number)
    }
    #expect(whole.value == Array(0..<100))
  }

  @Test func `Void guarantees are combined into a Void guarantee`() {
    let pending = (0..<3).map { _ in Guarantee<Void>.pending() }
    let array: Guarantee<Void> = when(guarantees: pending.map(\.guarantee))
    let several: Guarantee<Void> = when(pending[0].guarantee, pending[1].guarantee, pending[2].guarantee)
    for input in pending {
      #expect(array.isPending && several.isPending)
      input.resolve(())
    }
    #expect(array.isFulfilled && several.isFulfilled)
  }

  @Test func `six guarantees of different types are fulfilled with a tuple`() {
    let whole = when(
      guarantees: .value(1), .value("b"), .value(3.5), .value(true), .value([5]), Guarantee.value(6))
    #expect(whole.value.map { "\($0)" } == #"(1, "b", 3.5, true, [5], 6)"#)
  }

  @Test func `three to five guarantees of different types are fulfilled with a tuple`() async {
    let (number, seal) = Guarantee<Int>.pending()
    let whole = when(guarantees: number, .value("a"), Guarantee.value(true))
    #expect(whole.isPending)
    seal(1)
    let (one, text, isTrue) = await whole.get()
    #expect(one == 1 && text == "a" && isTrue)
    let four = await when(guarantees: number, .value("b"), .value(false), Guarantee.value(4.0)).get()
    #expect(four == (1, "b", false, 4.0))
    let five = await when(guarantees: number, .value("b"), .value(false), .value(4.0), Guarantee.value([5])).get()
    #expect(five == (1, "b", false, 4.0, [5]))
  }

  @Test func `a chain on the result is a guarantee`() async {
    let sum = when(guarantees: [Guarantee.value(1), .value(2)]).map { $0.reduce(0, +) }
    let guarantee: Guarantee<Int> = sum
    #expect(await guarantee.get() == 3)
  }

  @Test func `the result waits for timers of different lengths`() async {
    let log = Log<Int>()
    let timers = [2, 1, 0].map { number in after(seconds: Double(number) / 1000).done(on: nil) { log(number) } }
    await when(guarantees: timers).get()
    #expect(log.entries.sorted() == [0, 1, 2])
  }

  @Test func `canceling the result cancels the guarantees that have no other consumer`() {
    let slow = after(seconds: 3600)
    let slower = after(seconds: 7200)
    let whole = when(guarantees: [slow, slower])
    whole.cancel()
    #expect(whole.isFulfilled && slow.isFulfilled && slower.isFulfilled)
  }

  @Test func `canceling the result does not cancel a guarantee that has another consumer`() {
    let (wanted, seal) = Guarantee<Int>.pending()
    let other = wanted.map(on: nil) { $0 }
    let slow = after(seconds: 3600).map(on: nil) { 1 }
    let whole = when(guarantees: slow, wanted)
    whole.cancel()
    #expect(slow.isFulfilled && wanted.isPending && whole.isPending)
    seal(2)
    #expect(other.value == 2 && whole.value.map { $0 == (1, 2) } == true)
  }

  @Test func `an abandoned guarantee abandons the result`() {
    let log = Log<String>()
    let promise = PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (good, seal) = Guarantee<Int>.pending()
      let whole = when(guarantees: [good, Guarantee<Int>.pending().guarantee])
      // A guarantee cannot be rejected, but a promise that adopts its outcome can.
      let promise = Promise(whole)
      seal(1)
      return promise
    }
    #expect(promise.error is PromiseError)
    #expect(log.count == 1)
  }

  @Test func `the last two guarantees may be fulfilled concurrently`() {
    let pairs = (0..<2000).map { _ in (Guarantee<Int>.pending(), Guarantee<Int>.pending()) }
    let wholes = pairs.map { when(guarantees: [$0.0.guarantee, $0.1.guarantee]) }
    collide(pairs.map { ($0.0.resolve, $0.1.resolve) }) {
      $0.0(1)
    } other: {
      $0.1(2)
    }
    #expect(wholes.allSatisfy { $0.value == [1, 2] })
  }

  @Test func `when(guarantees:) of no guarantees is fulfilled immediately`() {
    #expect(when(guarantees: [Guarantee<Int>]()).value == [])
    #expect(when(guarantees: [Guarantee<Void>]()).isFulfilled)
    let none: Guarantee<Void> = when()
    #expect(none.isFulfilled)
  }
}
