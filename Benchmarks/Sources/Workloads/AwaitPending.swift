public import Dispatch
import Measuring
public import NIOCore
import PromiseConcurrency

/// Awaiting what a block on a queue settles afterwards.
public enum AwaitPending {
  /// A promise.
  public static func promise(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      let (promise, resolver) = Promise<Int>.pending()
      queue.async { resolver.fulfill(1) }
      sum &+= try await promise.get()
    }
    verify(sum, is: count)
  }

  /// A checked continuation, by hand.
  public static func checked(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      sum &+= try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(returning: 1) }
      }
    }
    verify(sum, is: count)
  }

  /// An unsafe continuation, by hand.
  public static func unsafe(_ count: Int, on queue: DispatchQueue) async throws {
    var sum = 0
    for _ in 0..<count {
      sum &+= try await withUnsafeThrowingContinuation { continuation in
        queue.async { continuation.resume(returning: 1) }
      }
    }
    verify(sum, is: count)
  }

  /// A future of SwiftNIO.
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
