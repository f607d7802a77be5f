import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:rejected:)` calls its handler for the first rejection even if it happens during the call.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized)
struct FirstRejectionTests {
  /// Rejects a promise on one thread at about the moment at which `call` returns on another.
  private func race(count: Int, _ call: @escaping @Sendable (Promise<Int>) -> any AnyObject & Sendable) {
    let pairs = (0..<count).map { (number: $0, pair: Promise<Int>.pending()) }
    // The delay of the rejection. It increases after a rejection that came before the end of the call, and decreases
    // after one that came later.
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

  @Test(arguments: [1, 10, 40])
  func `the handler receives the index of an input rejected on another thread during the call`(_ inputCount: Int) {
    let (received, wholes) = (Log<Int>(), Log<Promise<[Int]>>())
    let fulfilled = (1..<inputCount).map { Promise.value($0) }
    race(count: many(10_000)) { promise in
      let whole = when(fulfilled: fulfilled + [promise]) { index, _ in received(index) }
      wholes(whole)
      return whole
    }
    #expect(waitForPromises(timeout: .testLimit))
    for whole in wholes.entries { _ = whole.error }
    #expect(received.entries.allSatisfy { $0 == inputCount - 1 })
    #expect(received.count == wholes.count, "\(wholes.count - received.count) rejections did not reach the handler")
  }

  @Test func `the handler receives the key of an input rejected on another thread during the call`() {
    let (received, wholes) = (Log<String>(), Log<Promise<[String: Int]>>())
    race(count: many(10_000)) { promise in
      let whole = when(fulfilled: ["rejected": promise, "a": .value(1), "b": .value(2)]) { key, _ in received(key) }
      wholes(whole)
      return whole
    }
    #expect(waitForPromises(timeout: .testLimit))
    for whole in wholes.entries { _ = whole.error }
    #expect(received.entries.allSatisfy { $0 == "rejected" })
    #expect(received.count == wholes.count, "\(wholes.count - received.count) rejections did not reach the handler")
  }

  @Test func `when(fulfilled:rejected:) passes the index and the error of the same input`() {
    let isConsistent = Log<Bool>()
    let pairs = (0..<many(20_000)).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { pair in
      when(fulfilled: [pair.0.promise, pair.1.promise]) { index, error in
        isConsistent((index == 0) == (error as? TestError == .one))
      }
    }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(waitForPromises(timeout: .testLimit))
    for whole in wholes { _ = whole.error }
    #expect(isConsistent.entries.count { !$0 } == 0)
  }
}
