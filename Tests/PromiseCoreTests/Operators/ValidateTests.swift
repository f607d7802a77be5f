import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `validate` passes on only the values that its predicate accepts.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ValidateTests {
  @Test func `validate passes on a value that the predicate accepts`() async throws {
    #expect(try await Promise.value(1).validate { $0 == 1 }.get() == 1)
    #expect(Promise.value(2).validate(on: nil) { $0 == 2 }.value == 2)
  }

  @Test func `validate is rejected with validationFailed if the predicate returns false`() async {
    for promise in [
      Promise.value(1).validate { $0 == 2 }, Promise.value(1).validate(on: nil) { $0 == 2 },
      Guarantee.value(1).validate { $0 == 2 },
    ] {
      let error = await #expect(throws: PromiseError.self) { try await promise.get() }
      guard case .validationFailed? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `validate is rejected with the error that the predicate throws`() async {
    let promise = Promise.value(1).validate { _ in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func `an error skips the predicate`() {
    let log = Log<Int>()
    let promise = Promise<Int>(error: TestError.one).validate(on: nil) { number in
      log(number)
      return false
    }
    #expect(promise.error as? TestError == .one && log.entries == [])
  }

  @Test func `validate on a guarantee returns a promise`() async throws {
    let promise: Promise<Int> = Guarantee.value(1).validate { $0 == 1 }
    #expect(try await promise.get() == 1)
  }

  @Test func `canceling the derived promise cancels the upstream promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.validate(on: nil) { _ in true }.cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test @MainActor
  func `a predicate written on the main actor runs there instead of on the default queue`() async throws {
    let log = MainActorLog<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = withPromiseQueue(MarkedQueue().queue) {
      promise.validate { number in
        log(number)
        return true
      }
    }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await end.get() == 1)
    #expect(log.entries == [1])
  }

  @Test func `the predicate runs on the given queue`() async throws {
    let here = MarkedQueue()
    let isOnQueue = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.validate(on: here.queue) { number in
      isOnQueue(here.isCurrent)
      return true
    }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await end.get() == 1)
    #expect(isOnQueue.entries == [true])
  }
}
