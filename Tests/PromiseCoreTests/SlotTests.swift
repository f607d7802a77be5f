import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Outcomes of every size: in place, or in a box of their own.
@Suite(.promises(timeLimit: .seconds(280)))
struct SlotTests {
  /// Something that says when it is gone.
  private final class Token: Sendable {
    private let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  /// Two words: they fit.
  private struct Pair: Sendable, Equatable {
    var first: Int
    var second: Int
  }

  /// Five words: they do not.
  private struct Large: Sendable {
    var numbers: (Int, Int, Int, Int) = (1, 2, 3, 4)
    let token: Token
  }

  /// Its alignment is more than that of the slot.
  private struct Aligned: Sendable, Equatable {
    var vector = SIMD4<Float>(1, 2, 3, 4)
  }

  @Test func valuesComeOutAsTheyWentIn() {
    #expect(Promise.value(7 as UInt8).value == 7)
    #expect(Promise.value("a text that is too long to be kept in its own words").value?.count == 51)
    #expect(Promise.value(Pair(first: 1, second: 2)).value == Pair(first: 1, second: 2))
    #expect(Promise.value(Aligned()).value == Aligned())
    #expect(Promise.value(Int?.none).value == .some(nil))
    #expect(Promise.value([1, 2, 3]).value == [1, 2, 3])
    #expect(Promise<Void>.value(()).isFulfilled)
    #expect(Guarantee.value(Pair(first: 3, second: 4)).map(on: nil) { $0.second }.value == 4)
  }

  @Test func everyValueIsLetGoOfOnce() {
    let count = Count()
    func token() -> Token { Token { _ = count.next() } }
    _ = Promise.value(token())
    _ = Promise.value(Large(token: token()))
    _ = Promise.value(Large(token: token())).map(on: nil) { $0 }
    // The one in place, the one in a box, and the one that was copied from box to box: each token goes once.
    #expect(count.next() == 3)
  }

  @Test func aValueThatCameTooLateIsLetGoOf() {
    let count = Count()
    let (promise, resolver) = Promise<Large>.pending()
    resolver.fulfill(Large(token: Token { _ = count.next() }))
    resolver.fulfill(Large(token: Token { _ = count.next() }))
    #expect(count.next() == 1)
    #expect(promise.value?.numbers.3 == 4)
    withExtendedLifetime(promise) {}
  }

  @Test func anErrorIsLetGoOfToo() {
    struct Failure: Error { let token: Token }
    let count = Count()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let child = promise.map(on: nil) { $0 + 1 }
      child.catch(on: nil) { _ in }
      resolver.reject(Failure(token: Token { _ = count.next() }))
      resolver.reject(Failure(token: Token { _ = count.next() }))
      #expect(count.next() == 1)
    }
    #expect(count.next() == 3)
  }

  @Test func aHandlerIsLetGoOfWhenItsPromiseIsCancelled() {
    let count = Count()
    let (promise, resolver) = Promise<Int>.pending()
    let others = promise.map(on: nil) { $0 }
    func attach() -> Promise<Int> {
      let token = Token { _ = count.next() }
      return promise.map(on: nil) { number in
        withExtendedLifetime(token) {}
        return number
      }
    }
    let children = (0..<3).map { _ in attach() }
    for child in children { child.cancel() }
    #expect(count.next() == 3)
    resolver.fulfill(1)
    #expect(others.value == 1)
  }
}
