import Measuring
public import NIOCore
import PromiseConcurrency
import Synchronization

/// Starting a function that awaits, and awaiting what it returns.
public enum AwaitWork {
  /// What is started: it awaits something that is not there at once.
  @inline(never)
  private static func work() async throws -> Int {
    await Task.yield()
    return 1
  }

  /// By a promise.
  public static func promise(_ count: Int) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await Promise { try await work() }.get() }
    verify(sum, is: count)
  }

  /// By a task.
  public static func task(_ count: Int) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await Task { try await work() }.value }
    verify(sum, is: count)
  }

  /// By a task and a continuation, written by hand, so that whoever waits can be cancelled, and the task then is.
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

  /// By a future of SwiftNIO.
  public static func future(_ count: Int, on loop: any EventLoop) async throws {
    var sum = 0
    for _ in 0..<count { sum &+= try await loop.makeFutureWithTask { try await work() }.get() }
    verify(sum, is: count)
  }
}
