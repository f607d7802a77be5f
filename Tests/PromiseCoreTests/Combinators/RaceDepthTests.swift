import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Deeply nested races do not recurse on a stack of 512 KiB.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct RaceDepthTests {
  static let depth = many(100_000)

  private static func nest(around promise: Promise<Int>) -> Promise<Int> {
    var whole = promise
    for _ in 0..<depth { whole = race(fulfilled: [whole]) }
    return whole
  }

  @Test func `deeply nested races are rejected and release their errors on a small stack`() async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = Self.nest(around: promise)
      resolver.reject(TestError.one)
      #expect(whole.isRejected)
      guard case .noWinner(let errors)? = whole.error as? PromiseError else {
        Issue.record("the error is \(String(describing: whole.error.map { type(of: $0) }))")
        return
      }
      #expect(errors.count == 1)
    }
  }

  @Test func `deeply nested races are fulfilled on a small stack`() async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = Self.nest(around: promise)
      resolver.fulfill(7)
      #expect(whole.value == 7)
    }
  }
}
