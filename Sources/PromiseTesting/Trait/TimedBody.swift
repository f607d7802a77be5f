import Foundation
import Synchronization
import Testing

/// The body of a test, which is ended when its time is over.
final class TimedBody: Sendable {
  /// How it ended.
  enum End: Sendable {
    case returned
    case threw(any Error)
    case timedOut
  }

  private let test: Test
  private let host: TestHost
  private let scope: Scope
  private let limit: Duration
  /// When it began. It may have had to wait for a thread, which is not its fault.
  private let begin = Promise<ContinuousClock.Instant>(origin: Origin(#fileID, #line), scope: nil)
  private let hasEnded = Atomic(false)

  init(_ test: Test, _ host: TestHost, _ scope: Scope, _ limit: Duration) {
    self.test = test
    self.host = host
    self.scope = scope
    self.limit = min(limit, .seconds(3_000_000_000))
  }

  /// When its time is over, counted from when it began.
  var deadline: ContinuousClock.Instant {
    get async { (await begin.getResult().value ?? .now).advanced(by: limit) }
  }

  func run(_ function: @Sendable () async throws -> Void, onTimeOut: @Sendable () -> Void) async -> End {
    await withoutActuallyEscaping(function) { function in
      await withTaskGroup(of: End?.self) { group in
        group.addTask(executorPreference: host.taskExecutor(for: nil) ?? TestExecutor()) { await self.body(function) }
        group.addTask(executorPreference: GuardianExecutor()) {
          do { try await ContinuousClock().sleep(until: await self.deadline) } catch { return nil }
          return .timedOut
        }
        for await case let end? in group {
          if case .timedOut = end {
            onTimeOut()
            // Only now that it is settled who came first: all that the body has to say of it is that it was cancelled.
            host.cancelPending()
            group.cancelAll()
            await endIt()
          }
          group.cancelAll()
          return end
        }
        return .returned
      }
    }
  }

  private func body(_ function: @Sendable () async throws -> Void) async -> End {
    begin.settle(.success(.now))
    defer { hasEnded.store(true, ordering: .releasing) }
    do {
      try await Scope.$current.withValue(scope, operation: function)
      return .returned
    } catch {
      return .threw(error)
    }
  }

  /// Cancels what the body waits for, also what it comes to wait for later, until it has ended.
  private func endIt() async {
    host.isOver.store(true, ordering: .relaxed)
    var count = 0
    while !hasEnded.load(ordering: .acquiring) {
      host.cancelPending()
      await pause(milliseconds: 20)
      count += 1
      guard count == 100 else { continue }
      // Not through Swift Testing, which may never come to write it.
      let text = "\(test.name) goes on after its time limit of \(limit.short): what it waits for cannot be cancelled.\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}

/// Lets some time pass, also in a task that is cancelled.
func pause(milliseconds: Int) async {
  await Task(executorPreference: GuardianExecutor()) { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value
}

extension Result {
  fileprivate var value: Success? { try? get() }
}
