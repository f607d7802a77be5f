import Measuring
public import NIOCore
import PromiseConcurrency
import Synchronization

/// Starts an async function and awaits its result.
public enum AwaitWork {
  /// The function to start. It suspends once.
  @inline(never)
  private static func work() async throws -> Int {
    await Task.yield()
    return 1
  }

  /// Uses a promise.
  public static func promise(_ count: Int) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await Promise { try await work() }.get() }
    verify(sum, is: count)
  }

  /// Uses a task.
  public static func task(_ count: Int) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await Task { try await work() }.value }
    verify(sum, is: count)
  }

  /// Uses a task and a continuation, written by hand so that canceling the waiting task cancels the work.
  public static func byHand(_ count: Int) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await cancellable() }
    verify(sum, is: count)
  }

  @inline(never)
  private static func cancellable() async throws -> Int {
    let started = Started()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
        let task = Task {
          do {
            continuation.resume(returning: try await work())
          } catch {
            continuation.resume(throwing: error)
          }
        }
        started.task.withLock { $0 = task }
      }
    } onCancel: {
      started.task.withLock { $0?.cancel() }
    }
  }

  private final class Started: Sendable {
    let task = Mutex<Task<Void, Never>?>(nil)
  }

  /// Uses a future of SwiftNIO.
  public static func future(_ count: Int, on loop: any EventLoop) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await loop.makeFutureWithTask { try await work() }.get() }
    verify(sum, is: count)
  }
}
