import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Inline code may wait for a promise whose only resolver belongs to a handler that the outcome has skipped. The handler is
/// released although that code blocks the thread, which abandons the promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct WaitForReleaseTests {
  enum Code: CaseIterable {
    case `catch`, ensure, recover, onCancel
  }

  /// Returns a promise that only a handler of `promise` can settle.
  private func dependent(on promise: Promise<Int>) -> Promise<Int> {
    let (dependent, resolver) = Promise<Int>.pending()
    promise.done(on: .global()) { resolver.fulfill($0) }.catch(on: nil) { _ in }
    return dependent
  }

  @Test(arguments: Code.allCases, [0, Trampoline.nestingLimit + 5])
  func `inline code can wait for a promise that a skipped handler abandons`(_ code: Code, _ depth: Int) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let dependent = dependent(on: promise)
    let hasEnded = Gate()
    let wait = { @Sendable in
      let value = try? dependent.wait()
      #expect(value == nil)
      hasEnded.open()
    }
    switch code {
    case .catch: promise.catch(on: nil) { _ in wait() }
    case .ensure: promise.ensure(on: nil, wait).catch(on: nil) { _ in }
    case .recover:
      promise.recover(on: nil) { _ in
        wait()
        return Promise.value(1)
      }.catch(on: nil) { _ in }
    case .onCancel: resolver.onCancel(wait)
    }
    DispatchQueue.global().async {
      nested(depth) { if code == .onCancel { promise.cancel() } else { resolver.reject(TestError.one) } }
    }
    try await hasEnded.opened()
  }
}
