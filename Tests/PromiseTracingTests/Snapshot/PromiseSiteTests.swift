import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// The operation that a snapshot names for each promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PromiseSiteTests {
  /// Returns the operation of the promise that was created last.
  private func operation(_ make: (Promise<Int>) -> AnyPromise) -> String? {
    let (promise, resolver) = Promise<Int>.pending()
    let made = make(promise)
    defer {
      made.cancel()
      resolver.fulfill(1)
    }
    return PromiseDiagnostics.pendingPromises().promises.last?.operation
  }

  @Test func `an operation has the name that it has in code`() {
    let kept = Log<@Sendable () -> Void>()
    #expect(operation { $0.any } == "pending")
    #expect(operation { _ in Promise<Int> { resolver in kept { resolver.fulfill(1) } }.any } == "Promise { resolver }")
    #expect(operation { _ in Guarantee<Int> { fulfill in kept { fulfill(1) } }.any } == "Guarantee { resolver }")
    #expect(operation { _ in Promise { try await suspendUntilCanceled() }.any } == "Promise { await }")
    #expect(operation { $0.map { $0 }.any } == "map")
    #expect(operation { $0.compactMap(on: .main) { $0 }.any } == "compactMap")
    #expect(operation { $0.recover { _ in .value(1) }.any } == "recover")
    #expect(operation { $0.recover(only: PromiseError.self) { _ in 1 }.any } == "recover(only:)")
    #expect(operation { $0.ensure {}.any } == "ensure")
    #expect(operation { $0.timeout(.seconds(3)).any } == "timeout")
    #expect(operation { $0.timeout(seconds: 3).any } == "timeout")
    #expect(operation { race($0, $0).any } == "race")
    #expect(operation { race(fulfilled: [$0]).any } == "race(fulfilled:)")
    #expect(operation { when(fulfilled: $0, $0).any } == "when(fulfilled:)")
    #expect(operation { when(resolved: [$0]).any } == "when(resolved:)")
    #expect(operation { _ in after(seconds: 100).any } == "after")
    #expect(operation { promise in retry(attempts: 2) { promise }.any } == "retry")
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    #expect(operation { _ in queue.async(.promise) { 1 }.any } == "async(.promise)")
    queue.resume()
  }
}
