import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `getResult()`, which returns the outcome as a result.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetResultTests {
  @Test func `getResult returns the outcome`() async throws {
    #expect(try await Promise.value(1).getResult().get() == 1)
    let failed = await Promise<Int>(error: TestError.one).getResult()
    #expect(throws: TestError.one) { try failed.get() }
    #expect(try await Guarantee.value(1).getResult().get() == 1)
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { await promise.getResult() }
    resolver.reject(TestError.two)
    let later = await task.value
    #expect(throws: TestError.two) { try later.get() }
  }

  @Test func `getResult returns CancellationError if the task is canceled`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { await promise.getResult(cancellation: .forward) }
    task.cancel()
    let result = await task.value
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(resolver.isCancelled)
  }

  @Test func `getResult returns an error if the guarantee is abandoned`() async {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    let result = await guarantee.getResult()
    #expect(throws: PromiseError.self) { try result.get() }
  }
}
