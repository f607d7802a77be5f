import Dispatch
import Foundation
import Testing

/// Runs the body of a test, and cancels it when the time limit expires.
///
/// The body and the wait for the limit are two tasks of one group; the first to end determines the result. When the
/// limit expires, the test records its issue before anything is canceled, so that the issue lists the promises that the
/// body was waiting for.
final class TimeLimitedBody: Sendable {
  /// How the body ended.
  enum Completion: Sendable {
    /// The body returned.
    case returned
    /// The body threw an error.
    case threw(any Error)
    /// The time limit expired before the body ended.
    case timedOut
  }

  private let test: Test
  private let instrument: TestInstrument
  private let context: PromiseContext
  private let limit: Delay
  /// Fulfilled with the time at which the body starts. The time that it spends waiting for a thread does not count.
  private let start = Promise<DispatchTime>(site: CreationSite(#fileID, #line), context: nil)
  /// Set when the body has returned or thrown.
  private let hasEnded = OnceFlag()

  /// Creates the body of a test.
  ///
  /// - Parameters:
  ///   - test: The test, for messages.
  ///   - instrument: The instrument of the run.
  ///   - context: The context in which the body runs.
  ///   - limit: The time limit.
  init(_ test: Test, _ instrument: TestInstrument, _ context: PromiseContext, _ limit: Delay) {
    self.test = test
    self.instrument = instrument
    self.context = context
    self.limit = limit
  }

  /// The time at which the limit expires, counted from the start of the body.
  var deadline: DispatchTime {
    get async {
      let start = await start.getResult().value ?? .now()
      return .deadline(limit.nanoseconds, after: start.uptimeNanoseconds)
    }
  }

  /// Runs the body until it ends. When the limit expires first, cancels the body and waits for it to end.
  ///
  /// - Parameters:
  ///   - function: The body of the test.
  ///   - onTimeOut: Called when the limit expires, before the body is canceled.
  /// - Returns: How the body ended.
  func run(_ function: @Sendable () async throws -> Void, onTimeOut: @Sendable () -> Void) async -> Completion {
    await withoutActuallyEscaping(function) { function in
      await withTaskGroup(of: Completion?.self) { group in
        instrument.addBody(to: &group) { await self.perform(function) }
        group.addTask {
          let hasTimedOut = await !waitUntilCalled(by: self.deadline) { _ in }
          return hasTimedOut && !Task.isCancelled ? .timedOut : nil
        }
        for await case let completion? in group {
          if case .timedOut = completion {
            onTimeOut()
            // It is now certain that the limit expired before the body ended. Canceling earlier could end the body first.
            instrument.cancelPending()
            group.cancelAll()
            await cancelUntilEnded()
          }
          group.cancelAll()
          return completion
        }
        return .returned
      }
    }
  }

  /// Runs the body in the context of the test.
  private func perform(_ function: @Sendable () async throws -> Void) async -> Completion {
    start.settle(.success(.now()))
    let unblocking = await unblockingAlarm()
    defer {
      unblocking?.cancel()
      hasEnded.claim()
    }
    do {
      try await PromiseContext.$current.withValue(context, operation: function)
      return instrument.hasTimedOut.isClaimed ? .timedOut : .returned
    } catch {
      return instrument.hasTimedOut.isClaimed ? .timedOut : .threw(error)
    }
  }

  /// Without task executors, bodies that block may leave no thread for the task that enforces the limit. This alarm then
  /// ends their waits, a second after the limit.
  private func unblockingAlarm() async -> Alarm? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors { return nil }
    // uncovered: The tests run with task executors, which older systems lack.
    return Alarm(at: await deadline + .seconds(1), on: TestThreadPool.makeQueue()) { [instrument] in
      instrument.hasTimedOut.claim()
    }
  }

  /// Cancels the pending promises of the test repeatedly, including those that it creates in the meantime, until the
  /// body has ended.
  private func cancelUntilEnded() async {
    instrument.hasTimedOut.claim()
    var count = 0
    while !hasEnded.isClaimed {
      instrument.cancelPending()
      await pause(milliseconds: 20)
      count += 1
      guard count == 100 else { continue }
      // rare: The body must continue for two seconds. The checks of failing tests read this message.
      // Standard error shows this immediately. Swift Testing may print it only when the test ends, which may be never.
      let name = test.displayName.map { "\"\($0)\"" } ?? test.name
      let text =
        "Test \(name) continues after its time limit of \(limit.shortDescription), because it waits for work that cannot "
        + "be canceled. End that work, or make it respond to cancellation.\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}

extension Result {
  /// The value, or `nil` for a failure.
  fileprivate var value: Success? { try? get() }
}
