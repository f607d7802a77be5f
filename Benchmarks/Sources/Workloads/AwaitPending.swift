public import Dispatch
import Measuring
public import NIOCore
import PromiseConcurrency

/// Awaits pending results that a block on a queue provides later.
public enum AwaitPending {
  /// Awaits promises.
  public static func promise(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      let (promise, resolver) = Promise<Int>.pending()
      queue.async { resolver.fulfill(1) }
      sum &+= try await promise.get()
    }
    verify(sum, is: count)
  }

  /// Awaits checked continuations.
  public static func checked(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      sum &+= try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(returning: 1) }
      }
    }
    verify(sum, is: count)
  }

  /// Awaits unsafe continuations.
  public static func unsafe(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      sum &+= try await withUnsafeThrowingContinuation { continuation in
        queue.async { continuation.resume(returning: 1) }
      }
    }
    verify(sum, is: count)
  }

  /// Awaits futures of SwiftNIO.
  public static func future(_ count: Int, on queue: DispatchQueue, loop: any EventLoop) async throws {
    var sum = 0
    for _ in 0..<count {
      let promise = loop.makePromise(of: Int.self)
      queue.async { promise.succeed(1) }
      sum &+= try await promise.futureResult.get()
    }
    verify(sum, is: count)
  }
}
