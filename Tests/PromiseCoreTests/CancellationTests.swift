import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors that mean cancellation.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CancellationTests {
  struct Custom: CancellableError {
    let isCancelled: Bool
  }

  @Test func `isCancelled is true for errors that mean cancellation`() {
    #expect(CancellationError().isCancelled)
    #expect(PromiseError.cancelled.isCancelled)
    #expect(Custom(isCancelled: true).isCancelled)
    #expect((Custom(isCancelled: true) as any Error).isCancelled)
    #expect(CocoaError(.userCancelled).isCancelled)
    #expect(URLError(.cancelled).isCancelled)
    #expect(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled).isCancelled)
    #expect(NSError(domain: NSCocoaErrorDomain, code: 3072).isCancelled)
  }

  @Test func `isCancelled is false for other errors`() {
    let errors: [any Error] = [
      TestError.one, PromiseError.timedOut, PromiseError.abandoned(file: "", line: 0), Custom(isCancelled: false),
      CocoaError(.fileNoSuchFile), URLError(.timedOut), NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut),
      NSError(domain: "test", code: NSURLErrorCancelled), NSError(domain: "test", code: 3072),
    ]
    for error in errors { #expect(!error.isCancelled, "\(error)") }
  }

  @Test func `catch skips cancellation errors of every type, unless its policy is allErrors`() {
    let log = Log<String>()
    for error in [CocoaError(.userCancelled) as any Error, Custom(isCancelled: true)] {
      let promise = Promise<Int>(error: error).catch(on: nil) { _ in log("skipped") }
        .catch(on: nil, policy: .allErrors) { _ in log("seen") }
      #expect(promise.isCancelled)
    }
    Promise<Int>(error: Custom(isCancelled: false)).catch(on: nil) { _ in log("failure") }
    #expect(log.entries == ["seen", "seen", "failure"])
  }

  @Test func `a timer ends before the cancellation handlers of the user run`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    resolver.onCancel { log("user") }
    let timer = after(seconds: 1_000).map(on: nil) { log("timer") }
    when(fulfilled: promise, Promise(timer)).cancel()
    #expect(log.entries == ["timer", "user"])
    withExtendedLifetime(timer) {}
  }
}
