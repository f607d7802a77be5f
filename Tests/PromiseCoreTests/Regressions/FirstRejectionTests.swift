import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:rejected:)` calls its handler for the first rejection, also if a member is rejected while the call is
/// under way.
@Suite(.promises(timeLimit: .seconds(280)), .serialized)
struct `A member that is rejected on another thread during when(fulfilled:rejected:)` {
  /// Has one thread reject a promise at about the moment at which another returns from `call`.
  private func race(count: Int, _ call: @escaping @Sendable (Promise<Int>) -> any AnyObject & Sendable) {
    let pairs = (0..<count).map { (number: $0, pair: Promise<Int>.pending()) }
    // How long the rejection is put off. It comes later next time if it came before the end of the call, and sooner if
    // it came after that.
    let delay = Counter()
    collide(pairs) { _, pair in
      withExtendedLifetime(call(pair.promise)) {
        if pair.promise.isPending {
          delay.add(-4)
        } else {
          delay.add(4)
        }
      }
    } other: { number, pair in
      let rounds = delay.value - number % 400
      for _ in 0..<max(rounds, 0) { _ = delay.value }
      pair.resolver.reject(TestError.one)
    }
  }

  @Test(arguments: [1, 10, 40]) func `is told to the handler by its index`(_ memberCount: Int) {
    let (told, wholes) = (Log<Int>(), Log<Promise<[Int]>>())
    let fulfilled = (1..<memberCount).map { Promise.value($0) }
    race(count: many(10_000)) { promise in
      let whole = when(fulfilled: fulfilled + [promise]) { index, _ in told(index) }
      wholes(whole)
      return whole
    }
    #expect(waitForPromises(timeout: 60))
    for whole in wholes.entries { _ = whole.error }
    #expect(told.entries.allSatisfy { $0 == memberCount - 1 })
    #expect(told.count == wholes.count, "\(wholes.count - told.count) rejections were not told")
  }

  @Test func `is told to the handler by its key`() {
    let (told, wholes) = (Log<String>(), Log<Promise<[String: Int]>>())
    race(count: many(10_000)) { promise in
      let whole = when(fulfilled: ["rejected": promise, "a": .value(1), "b": .value(2)]) { key, _ in told(key) }
      wholes(whole)
      return whole
    }
    #expect(waitForPromises(timeout: 60))
    for whole in wholes.entries { _ = whole.error }
    #expect(told.entries.allSatisfy { $0 == "rejected" })
    #expect(told.count == wholes.count, "\(wholes.count - told.count) rejections were not told")
  }
}
