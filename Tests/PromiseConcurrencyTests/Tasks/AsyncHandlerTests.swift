import PromiseCore
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseConcurrency

/// An `async` closure that an operator calls, once or repeatedly, and its release.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AsyncHandlerTests {
  private let lifetime = Lifetime()

  private var handler: AsyncHandler<Int, Int, any Error> {
    AsyncHandler { [object = lifetime.object()] (number: Int) async throws -> Int in
      await Task.yield()
      object.touch()
      if number < 0 { throw TestError.one }
      return number + 1
    }
  }

  private func promise(
    by handler: AsyncHandler<Int, Int, any Error>, with number: Int, isLast: Bool = true
  ) -> Promise<Int> { Promise(by: handler, with: number, isLast: isLast, CreationSite(#fileID, #line)) }

  @Test func `the promise settles with what the closure returns or throws`() async throws {
    #expect(try await promise(by: handler, with: 1).get() == 2)
    await #expect(throws: TestError.one) { try await promise(by: handler, with: -1).get() }
  }

  @Test func `a closure is released after its last call`() async throws {
    let handler = handler
    #expect(try await promise(by: handler, with: 1, isLast: false).get() == 2)
    #expect(lifetime.alive == 1)
    #expect(try await promise(by: handler, with: 2).get() == 3)
    await wait { lifetime.alive == 0 }
    withExtendedLifetime(handler) {}
  }

  @Test func `canceling the promise cancels the task of the closure`() async throws {
    let (isRunning, isCanceled) = (Gate(), Gate())
    let waiting = AsyncHandler<Int, Int, any Error> { (number: Int) async throws -> Int in
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { isCanceled.open() }
      return number
    }
    let promise = promise(by: waiting, with: 1)
    try await isRunning.opened()
    promise.cancel()
    try await isCanceled.opened()
    #expect(promise.isCancelled)
  }

  @Test func `a closure that cannot throw fulfills a guarantee`() async {
    let handler = AsyncHandler<Int, Int, Never> { (number: Int) async -> Int in number + 1 }
    #expect(await Guarantee(by: handler, with: 1, CreationSite(#fileID, #line)).get() == 2)
  }

  @Test func `the promise belongs to the context of the calling code`() async throws {
    let context = try #require(PromiseContext.current)
    let promise = promise(by: handler, with: 1)
    let guarantee = Guarantee(by: AsyncHandler { (number: Int) async -> Int in number }, with: 1, promise.site)
    #expect(promise.context === context && guarantee.context === context)
  }
}
