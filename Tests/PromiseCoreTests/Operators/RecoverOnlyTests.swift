import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `recover(only:)`, which handles a single type of error.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RecoverOnlyTests {
  struct OtherError: Error, Equatable {}

  var failed: Promise<Int> { Promise(error: TestError.one) }
  var other: Promise<Int> { Promise(error: OtherError()) }

  @Test func `recover(only:) continues with the promise that its handler returns`() async throws {
    let promise: Promise<Int> = failed.recover(only: TestError.self) { (_: TestError) in Promise.value(1) }
    #expect(try await promise.get() == 1)
    #expect(failed.recover(only: TestError.self, on: nil) { _ in Promise.value(3) }.value == 3)
    // The result is still a promise, because all other errors pass through.
    let guarantee: Promise<Int> = failed.recover(only: TestError.self, on: nil) { _ in Guarantee.value(5) }
    #expect(guarantee.value == 5)
  }

  @Test func `recover(only:) ignores other errors and values`() {
    #expect(other.recover(only: TestError.self, on: nil) { _ in Promise.value(1) }.error is OtherError)
    #expect(other.recover(only: TestError.self, on: nil) { _ in Promise.value(1) }.error is OtherError)
    #expect(Promise.value(7).recover(only: TestError.self, on: nil) { _ in Promise.value(1) }.value == 7)
  }

  @Test func `an error thrown by the handler of recover(only:) rejects the promise`() {
    let thrown = [
      failed.recover(only: TestError.self, on: nil) { _ -> Guarantee<Int> in throw TestError.two },
      failed.recover(only: TestError.self, on: nil) { _ -> Promise<Int> in throw TestError.two },
    ]
    for promise in thrown { #expect(promise.error as? TestError == .two) }
  }

  @Test func `canceling recover(only:) cancels the promise that its handler returned`() {
    let (inner, resolver) = Promise<Int>.pending()
    failed.recover(only: TestError.self, on: nil) { _ in inner }.cancel()
    #expect(inner.isCancelled && resolver.isCancelled)
  }
}
