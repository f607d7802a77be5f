import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `withResolver`, the counterpart of `withCheckedThrowingContinuation`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WithResolverTests {
  @Test func `withResolver returns the value or throws the error of its resolver`() async throws {
    #expect(try await withResolver { $0.fulfill(1) } == 1)
    #expect(
      try await withResolver(of: Int.self) { resolver in DispatchQueue.global().async { resolver.fulfill(2) } } == 2)
    await #expect(throws: TestError.one) { try await withResolver(of: Int.self) { $0.reject(TestError.one) } }
    await #expect(throws: TestError.two) { try await withResolver(of: Int.self) { _ in throw TestError.two } }
    _ = await silently {
      await #expect(throws: PromiseError.self) { try await withResolver(of: Int.self) { _ in } }
    }
  }

  @Test func `canceling the task calls the resolver's cancellation handler`() async throws {
    let isCancelled = Gate()
    let kept = Log<Resolver<Int>>()
    let stage = Stage()
    let task = await stage.start { stage in
      try await withResolver(of: Int.self) { resolver in
        kept(resolver)
        resolver.onCancel { isCancelled.open() }
      }
    }
    await stage.allSuspended()
    task.cancel()
    try await isCancelled.opened()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
