import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `Promise(_:)`, which accepts a value, an error or another promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseUnlabeledTests {
  @Test(arguments: cases(of: Cases.self)) func `an argument without a label determines the outcome of a promise`(
    _ test: Case
  ) async throws {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("a promise of a promise adopts its outcome") { Code().adoptsAPromise() },
      Case("a promise of a guarantee adopts its value") { Code().adoptsAGuarantee() },
    ]
  }
}

@available(*, deprecated)
private struct Code {
  func adoptsAPromise() {
    let (promise, resolver) = pendingPair(of: Int.self)
    let (failing, failure) = pendingPair(of: Int.self)
    let (adopting, rejected): (Promise<Int>, Promise<Int>) = (Promise(promise), Promise(failing))
    #expect(adopting.isPending && rejected.isPending)
    resolver.fulfill(1)
    failure.reject(TestError.one)
    #expect(adopting.value == 1 && rejected.error as? TestError == .one)
    // The type of the value is inferred.
    let inferred = Promise(promise)
    let chain = promise.then(on: nil) { _ in Promise(promise) }
    let values: [Int?] = [inferred.value, chain.value]
    #expect(values == [1, 1])
    let (other, source) = pendingPair(of: Int.self)
    let canceled: Promise<Int> = Promise(other)
    canceled.cancel()
    #expect(other.isCancelled && source.isCancelled)
  }

  func adoptsAGuarantee() {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let adopting: Promise<Int> = Promise(guarantee)
    #expect(adopting.isPending)
    resolve(2)
    #expect(adopting.value == 2)
    let inferred = Promise(guarantee)
    let value: Int? = inferred.value
    #expect(value == 2)
  }
}
