import PromiseCore
import TestSupport
import Testing

/// `PromiseError.noWinner` of deeply nested races.
@Suite(.sharingProcessors) struct RaceErrorsTests {
  /// An error that keeps an object alive.
  private struct Holding: Error {
    let object: Lifetime.Object
  }

  /// Returns the error of `depth` nested races, each with a single input. The innermost is rejected with `innermost`.
  private static func nested(_ depth: Int, around innermost: any Error = TestError.one) -> PromiseError {
    var error = PromiseError.noWinner([innermost])
    for _ in 1..<depth { error = .noWinner([error]) }
    return error
  }

  @Test func `errors of deeply nested races are released on a small stack`() async {
    await onSmallStack {
      let lifetime = Lifetime()
      var error: PromiseError? = Self.nested(100_000, around: Holding(object: lifetime.object()))
      #expect(error != nil && lifetime.alive == 1)
      error = nil
      #expect(lifetime.alive == 0)
    }
  }

  @Test func `deeply nested races settle and are released on a small stack`() async {
    await onSmallStack {
      var race = Promise<Int>(error: TestError.one)
      for _ in 0..<many(100_000) { race = PromiseCore.race(fulfilled: [race]) }
      guard case .noWinner(let errors)? = race.error as? PromiseError else {
        Issue.record("\(String(describing: race))")
        return
      }
      #expect(errors.count == 1)
    }
  }

  @Test func `deeply nested errors are compared and described on a small stack`() async {
    await onSmallStack {
      let error = Self.nested(100_000)
      #expect(error == Self.nested(99_999))
      #expect("\(error)".utf8.count < 1000)
      #expect(String(reflecting: error).utf8.count < 1000)
    }
  }

  @Test func `the errors of nested races are listed in parentheses, down to a depth`() {
    let two = PromiseError.noWinner([TestError.one, TestError.two])
    let prefix = "Every promise of the race was rejected: "
    #expect("\(two)" == prefix + "one; two")
    #expect("\(PromiseError.noWinner([two, TestError.one]))" == prefix + "(one; two); one")
    #expect("\(Self.nested(3))" == prefix + "((one))")
    #expect("\(Self.nested(4))" == prefix + "(((one)))")
    #expect("\(Self.nested(5))" == prefix + "((((…))))")
  }

  @Test func `the description of many errors, or of long ones, is short`() {
    struct Long: Error, CustomStringConvertible { let description = String(repeating: "é", count: 1_000_000) }
    // One character, of many Unicode scalars.
    struct Deep: Error, CustomStringConvertible { let description = "e" + String(repeating: "\u{301}", count: 100_000) }
    let many = PromiseError.noWinner(RaceErrors(repeatElement(TestError.one as any Error, count: 100_000)))
    #expect("\(many)".hasPrefix("Every promise of the race was rejected: one; one; "))
    for error in [
      many, .noWinner([Long()]), .noWinner([Deep()]), .noWinner([many, many]), Self.nested(4, around: Long()),
    ] {
      #expect("\(error)".utf8.count < 4_000, "\("\(error)".utf8.count)")
      #expect("\(error)".contains("…"))
    }
    #expect("\(PromiseError.noWinner([Long(), TestError.two]))".hasSuffix("éé…; two"))
  }

  @Test func `the errors of a race outlive an error that contains them`() {
    let inner: RaceErrors = [TestError.one]
    func nest() { #expect(PromiseError.noWinner([PromiseError.noWinner(inner)]).isCancelled == false) }
    nest()
    #expect(inner.count == 1)
  }

  @Test func `the error of a race means cancellation if all of its errors do`() {
    let canceled = PromiseError.noWinner([CancellationError(), PromiseError.cancelled])
    #expect(canceled.isCancelled && (canceled as any Error).isCancelled)
    #expect(PromiseError.noWinner([CancellationError(), canceled]).isCancelled)
    #expect(!PromiseError.noWinner([]).isCancelled)
    #expect(!PromiseError.noWinner([CancellationError(), TestError.one]).isCancelled)
    #expect(!PromiseError.noWinner([canceled, PromiseError.noWinner([])]).isCancelled)
  }

  @Test func `deeply nested errors are checked for cancellation on a small stack`() async {
    await onSmallStack {
      #expect(Self.nested(100_000, around: CancellationError()).isCancelled)
      #expect(!Self.nested(100_000).isCancelled)
    }
  }
}
