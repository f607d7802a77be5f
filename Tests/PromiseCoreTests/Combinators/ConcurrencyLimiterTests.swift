import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// The limiter below `when(…, maxConcurrent:)`: when it requests promises, and how it settles the combined promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ConcurrencyLimiterTests {
  /// The resolvers of the promises that the limiter has requested.
  private let resolvers = Log<Resolver<Int>>()

  /// Starts a limiter with an iterator of `count` pending promises. Returns the combined promise.
  private func start(_ count: Int, width: Int) -> Promise<[Int]> {
    let promises = (0..<count).lazy.map { [resolvers] _ -> Promise<Int> in
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    let combined = Promise<[Int]>(site: CreationSite(#fileID, #line), context: .ofNewPromise())
    let values = Lock<[Int: Int]>([:])
    var iterator = promises.makeIterator()
    let limiter = ConcurrencyLimiter(width: width, isolation: nil) {
      iterator.next()?.any
    } take: { combined, input, index, outcome, trampoline in
      if let (error, isHandled) = outcome.failure {
        combined.reject(with: error, isHandled: isHandled, in: trampoline)
      } else {
        values.withLock { $0[index] = input.knownValue(as: Int.self) }
      }
    } finish: { combined, trampoline in
      let values = values.withLock { values in values.keys.sorted().map { values[$0]! } }
      combined.fulfill(with: values, in: trampoline)
    }
    limiter.start(for: combined.any)
    return combined
  }

  @Test func `each promise that settles makes room for one more`() {
    let combined = start(4, width: 2)
    var requested = [resolvers.count]
    for number in [1, 0, 3, 2] {
      resolvers.entries[number].fulfill(number)
      requested.append(resolvers.count)
    }
    #expect(requested == [2, 3, 4, 4, 4])
    #expect(combined.value == [0, 1, 2, 3])
  }

  @Test func `the elements have the order of the promises, in whichever order these settle`() {
    let combined = start(5, width: 5)
    for number in [4, 2, 0, 3] { resolvers.entries[number].fulfill(number) }
    #expect(combined.isPending)
    resolvers.entries[1].fulfill(1)
    #expect(combined.value == [0, 1, 2, 3, 4])
  }

  @Test func `without promises, the combined promise is fulfilled at once`() {
    #expect(start(0, width: 1).value == [])
  }

  @Test func `after a rejection, no more promises are requested, and pending ones are not canceled`() {
    let combined = start(4, width: 2)
    resolvers.entries[0].reject(TestError.one)
    #expect(combined.error as? TestError == .one)
    #expect(resolvers.count == 2 && !resolvers.entries[1].isCancelled)
    resolvers.entries[1].fulfill(1)
    #expect(resolvers.count == 2)
  }

  @Test func `canceling the combined promise cancels the pending promises and requests no more`() {
    let combined = start(4, width: 2)
    resolvers.entries[0].fulfill(0)
    combined.cancel()
    #expect(resolvers.entries.map(\.isCancelled) == [false, true, true])
    #expect(resolvers.count == 3 && combined.isCancelled)
  }
}
