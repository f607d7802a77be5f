import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:)` of promises of different types.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TuplesTests {
  @Test func `when(fulfilled:) of separate arguments preserves their types`() async throws {
    let (number, text, isTrue) = try await when(
      fulfilled: Promise.value(1), Promise.value("a"), Guarantee.value(true)
    ).get()
    #expect(number == 1 && text == "a" && isTrue)
    let five = try await when(
      fulfilled: Promise.value(1), Promise.value("b"), Promise.value(3.0), Guarantee.value(false), Promise.value([5])
    ).get()
    #expect(five == (1, "b", 3.0, false, [5]))
    let failed = when(fulfilled: Promise.value(1), Promise<String>(error: TestError.one))
    await #expect(throws: TestError.one) { _ = try await failed.get() }
  }

  @Test func `ten promises of different types are fulfilled with a tuple`() async throws {
    let whole = when(
      fulfilled: Promise.value(1), Promise.value("2"), Promise.value(3.0), Guarantee.value(true),
      Promise.value(5 as UInt8), Promise.value(6 as Int8), Promise.value([7]), Promise.value("8" as Character),
      Promise.value(9...9), Promise.value(10 as Int?))
    let (one, two, three, four, five, six, seven, eight, nine, ten) = try await whole.get()
    #expect(one == 1 && two == "2" && three == 3 && four && five == 5)
    #expect(six == 6 && seven == [7] && eight == "8" && nine == 9...9 && ten == 10)
  }

  @Test func `a tuple waits for each of its inputs`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Guarantee<String>.pending()
    let whole = when(fulfilled: first, second)
    two("b")
    #expect(whole.isPending)
    one.fulfill(1)
    #expect(whole.value.map { $0 == (1, "b") } == true)
  }

  @Test func `canceling a tuple cancels its inputs`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<String>.pending()
    when(fulfilled: first, second).cancel()
    #expect(one.isCancelled && two.isCancelled)
  }

  @Test func `a single-expression closure may take several values`() {
    let log = Log<String>()
    let (a, b) = (Promise.value(1), Promise.value("b"))
    when(fulfilled: a, b).done(on: nil) { a, b in log("\(a.magnitude as Any) \(b.count as Any)") }.cauterize()
    when(fulfilled: a, b, a).done(on: nil) { a, b, c in log("\(a.magnitude) \(b.count) \(c.magnitude)") }.cauterize()
    when(resolved: a, b).done(on: nil) { a, b in log("\(a) \(b)") }
    #expect(log.count == 3)
  }
}
