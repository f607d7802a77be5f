import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `get(cancellation: .forward)`, which cancels the promise with the waiting task.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetForwardingTests {
  @Test func `forwarding cancels a promise without another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test func `forwarding does not cancel a promise with another consumer`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: nil) { $0 + 1 }
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(cancellation: .forward) }
    let other = await stage.start { stage in try await promise.get() }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
    #expect(handler.value == 2)
  }

  @Test func `the last of several waiting tasks cancels the promise`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let first = await stage.start { stage in try await promise.get(cancellation: .forward) }
    let last = await stage.start { stage in try await promise.get(cancellation: .forward) }
    await stage.allSuspended()
    first.cancel()
    _ = await first.result
    #expect(!resolver.isCancelled)
    last.cancel()
    _ = await last.result
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding cancels the promise if the task was canceled before it waits`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await promise.get(cancellation: .forward)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding cancels the whole chain`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
    let stage = Stage()
    let task = await stage.start { stage in try await chain.get(cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    _ = await task.result
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding fulfills the guarantee of a timer early`() async throws {
    let guarantee = after(seconds: .infinity).map(on: nil) { 1 }
    let stage = Stage()
    let task = await stage.start { stage in await guarantee.get(cancellation: .forward) }
    await stage.allSuspended()
    #expect(guarantee.isPending)
    task.cancel()
    #expect(try await task.value == 1)
  }

  @Test func `forwarding and settling may race`() async {
    for _ in 0..<500 {
      let (promise, resolver) = Promise<Int>.pending()
      let task = Task { try await promise.get(cancellation: .forward) }
      async let settling: Void = Task.detached { resolver.fulfill(1) }.value
      async let cancelling: Void = Task.detached { task.cancel() }.value
      let result = await task.result
      _ = await (settling, cancelling)
      switch result {
      case .success(let value): #expect(value == 1 && promise.value == 1)
      case .failure(let error): #expect(error is CancellationError && promise.isSettled)
      }
    }
  }
}
