import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Errors that are class instances keep their identity along a chain and are released with the last reference.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct OutcomeStorageClassErrorTests {
  final class Failure: Error {
    private let object: Lifetime.Object
    init(_ lifetime: Lifetime) { object = lifetime.object() }
  }

  private let lifetime = Lifetime()

  @Test(arguments: ExecutorKind.allCases)
  func `an error is the same object at the end of a chain`(_ executor: ExecutorKind) async {
    let queue = executor.queue
    do {
      let failure = Failure(lifetime)
      let seen = Log<ObjectIdentifier?>()
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.map(on: queue) { $0 + 1 }
        .then(on: queue) { Promise.value($0) }
        .catch(on: queue) { seen(($0 as? Failure).map(ObjectIdentifier.init)) }
        .tap(on: queue) { result in
          if case .failure(let error) = result { seen((error as? Failure).map(ObjectIdentifier.init)) }
        }
        .recover(on: queue) { error -> Promise<Int> in throw error }
        .recover(on: queue) { error in Promise(error: error) }
        .ensure(on: queue) {}
        .asVoid()
      resolver.reject(failure)
      switch await end.getResult() {
      case .success: Issue.record("expected a rejection")
      case .failure(let error): #expect(error as? Failure === failure)
      }
      #expect(promise.error as? Failure === failure)
      #expect(seen.entries == [ObjectIdentifier(failure), ObjectIdentifier(failure)])
      if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `an error is the same object after a combinator`() throws {
    do {
      let failure = Failure(lifetime)
      let failed = Promise<Int>(error: failure)
      let ends = [
        when(fulfilled: [failed, .value(1)]).asVoid(), race(failed, .value(1)).asVoid(),
        when(fulfilled: failed, Promise.value(1)).asVoid(), failed.timeout(seconds: 1).asVoid(),
        when(fulfilled: [failed].makeIterator(), maxConcurrent: 1).asVoid(), Promise(failed).asVoid(),
        retry(on: nil, delay: 0) { failed }.asVoid(), firstly { failed }.asVoid(),
      ]
      for end in ends { #expect(end.error as? Failure === failure) }
      let winner = race(fulfilled: failed, failed)
      guard case .noWinner(let errors)? = winner.error as? PromiseError else {
        Issue.record("\(winner)")
        return
      }
      #expect(errors.count == 2 && errors.allSatisfy { $0 as? Failure === failure })
      let results = when(resolved: [failed]).value
      #expect(throws: Failure.self) { try results?[0].get() }
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `an error is the same object when it is awaited`() async {
    do {
      let failure = Failure(lifetime)
      let (promise, resolver) = Promise<Int>.pending()
      async let waiting = promise.getResult()
      async let waitingInTime = Result { try await promise.get(timeout: .testLimit) }
      resolver.reject(failure)
      for result in await [waiting, waitingInTime] {
        #expect(throws: Failure.self) { try result.get() }
        if case .failure(let error) = result { #expect(error as? Failure === failure) }
      }
      #expect(throws: Failure.self) { try promise.wait() }
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `an error that arrives after the promise settled is released immediately`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(Failure(lifetime))
    #expect(lifetime.alive == 1)
    resolver.reject(Failure(lifetime))
    #expect(lifetime.alive == 1 && promise.error is Failure)
  }

  @Test func `a handled error is released with its promise`() {
    let recovered = {
      let (promise, resolver) = Promise<Int>.pending()
      defer { resolver.reject(Failure(lifetime)) }
      return promise.recover(on: nil) { _ in Promise.value(1) }
    }()
    #expect(recovered.value == 1 && lifetime.alive == 0)
  }

  @Test func `a reported error is released with its promise`() {
    let reported = reports { _ = Promise<Int>(error: Failure(lifetime)).map(on: nil) { $0 } }
    #expect(reported.count == 1 && lifetime.alive == 0)
  }

  // MARK: NSError

  @Test func `an NSError keeps its identity, domain, code and user info`() async {
    let original = NSError(domain: "ClassErrors", code: 7, userInfo: ["key": "value"])
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.map(on: nil) { $0 }.recover(on: nil) { error -> Promise<Int> in throw error }
    resolver.reject(original)
    for error in [promise.error, end.error] {
      let error = error.map { $0 as NSError }
      #expect(error === original)
      #expect(error?.domain == "ClassErrors" && error?.code == 7 && error?.userInfo["key"] as? String == "value")
    }
    await #expect(throws: NSError.self) { try await end.get() }
  }

  @Test func `an NSError can be caught by its type`() {
    let log = Log<String>()
    let failed = Promise<Int>(error: NSError(domain: "ClassErrors", code: 7))
    failed.catch(only: TestError.self, on: nil) { _ in log("another type") }
      .catch(only: NSError.self, on: nil) { log("code \($0.code)") }
      .catch(on: nil) { _ in log("rest") }
    #expect(log.entries.first == "code 7")
  }

  @Test func `an NSError that means cancellation is skipped by catch`() {
    let log = Log<String>()
    let failed = Promise<Int>(error: NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled))
    failed.catch(on: nil) { _ in log("skipped") }
    failed.catch(on: nil, policy: .allErrors) { _ in log("all") }
    #expect(failed.isCancelled && log.entries == ["all"])
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
