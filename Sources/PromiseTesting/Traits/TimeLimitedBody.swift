import Dispatch
import Foundation
import Testing

/// The body of a test, which is canceled after a time limit.
final class TimeLimitedBody: Sendable {
  /// How the body ended.
  enum Completion: Sendable {
    case returned
    case threw(any Error)
    case timedOut
  }

  private let test: Test
  private let instrument: TestInstrument
  private let context: PromiseContext
  private let limit: Delay
  /// When the body started. The time during which it waits for a thread does not count.
  private let start = Promise<DispatchTime>(site: CreationSite(#fileID, #line), context: nil)
  private let hasEnded = OnceFlag()

  init(_ test: Test, _ instrument: TestInstrument, _ context: PromiseContext, _ limit: Delay) {
    self.test = test
    self.instrument = instrument
    self.context = context
    self.limit = limit
  }

  /// The end of the time limit, which begins when the body starts.
  var deadline: DispatchTime {
    get async {
      let start = await start.getResult().value ?? .now()
      return .deadline(limit.nanoseconds, after: start.uptimeNanoseconds)
    }
  }

  /// Runs the body.
  ///
  /// - Parameter onTimeOut: Runs after the time limit, before the body is canceled.
  func run(_ function: @Sendable () async throws -> Void, onTimeOut: @Sendable () -> Void) async -> Completion {
    await withoutActuallyEscaping(function) { function in
      await withTaskGroup(of: Completion?.self) { group in
        instrument.addBody(to: &group) { await self.perform(function) }
        group.addTask {
          let isOver = await !waitUntilCalled(by: self.deadline) { _ in }
          return isOver && !Task.isCancelled ? .timedOut : nil
        }
        for await case let completion? in group {
          if case .timedOut = completion {
            onTimeOut()
            // Only now is it certain that the limit came first: the body ends because it is canceled.
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

  private func perform(_ function: @Sendable () async throws -> Void) async -> Completion {
    start.settle(.success(.now()))
    // In case no thread is left for the task that enforces the limit: then blocked threads return by themselves.
    let unblocking = Alarm(at: await deadline + .seconds(1), on: TestThreadPool.makeQueue()) { [instrument] in
      instrument.isOver.claim()
    }
    defer {
      unblocking.cancel()
      hasEnded.claim()
    }
    do {
      try await PromiseContext.$current.withValue(context, operation: function)
      return instrument.isOver.isClaimed ? .timedOut : .returned
    } catch {
      return instrument.isOver.isClaimed ? .timedOut : .threw(error)
    }
  }

  /// Cancels the promises that the body waits for until it has ended, including those that it creates in the meantime.
  private func cancelUntilEnded() async {
    instrument.isOver.claim()
    var count = 0
    while !hasEnded.isClaimed {
      instrument.cancelPending()
      await pause(milliseconds: 20)
      count += 1
      guard count == 100 else { continue }
      // To standard error: Swift Testing might print it only after the test has ended, which may be never.
      let text =
        "\(test.name) continues after its time limit of \(limit.shortDescription): it waits for work that cannot be "
        + "canceled.\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }
}
