import Measuring
public import NIOCore
import PromiseConcurrency

/// Awaits available results repeatedly.
public enum AwaitSettled {
  /// Awaits a settled promise.
  public static func promise(_ count: Int) async throws {
    let promise = Promise.value(1)
    var sum = 0
    for _ in 0..<count { sum &+= try await promise.get() }
    verify(sum, is: count)
  }

  /// Awaits a finished task.
  public static func task(_ count: Int) async throws {
    let task = Task { () throws -> Int in 1 }
    _ = try await task.value
    var sum = 0
    for _ in 0..<count { sum &+= try await task.value }
    verify(sum, is: count)
  }

  /// Awaits a succeeded future of SwiftNIO.
  public static func future(_ count: Int, on loop: any EventLoop) async throws {
    let future = loop.makeSucceededFuture(1)
    var sum = 0
    for _ in 0..<count { sum &+= try await future.get() }
    verify(sum, is: count)
  }
}
