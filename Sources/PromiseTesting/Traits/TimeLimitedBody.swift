import Dispatch

/// Runs the body of a test, and ends it when its time limit expires or the test is canceled.
///
/// The first of three events decides how the body ends:
///
/// ```
///            ┌─ the body returns or throws ─▶ ended
///  running ──┼─ the limit expires ──────────▶ over(.timeLimit) ──┐
///            └─ the test is canceled ───────▶ over(.canceled) ───┴─ cancel, until the body has ended ─▶ ended
/// ```
///
/// The body has a task of its own, which is not a child of the test's. So the test can record an issue before anything
/// is canceled, which lists the promises that the body was waiting for, and no cancellation can end the wait for the
/// limit.
final class TimeLimitedBody: Sendable {
  /// Why a body was ended before it had returned or thrown.
  enum Interruption: Sendable {
    /// The time limit expired.
    case timeLimit
    /// The task of the test was canceled from outside.
    case canceled
  }

  /// How the body ended.
  struct Completion: Sendable {
    /// The error that the body threw, or `nil` if it returned.
    let error: (any Error)?
    /// Why the body was ended early, or `nil` if it ended by itself.
    var interruption: Interruption?
  }

  private let name: String
  private let instrument: TestInstrument
  private let context: PromiseContext
  private let limit: TimerInterval
  /// Fulfilled with the time at which the body starts. The time that it spends waiting for a thread does not count.
  private let start = Guarantee<DispatchTime>(site: CreationSite(#fileID, #line), context: nil)
  /// Fulfilled by the first of the three events, with `nil` if the body ended by itself.
  private let decision = Guarantee<Interruption?>(site: CreationSite(#fileID, #line), context: nil)

  /// Creates the body of a test.
  ///
  /// - Parameters:
  ///   - name: The name of the test, for messages.
  ///   - instrument: The instrument of the run.
  ///   - context: The context in which the body runs.
  ///   - limit: The time limit.
  init(_ name: String, _ instrument: TestInstrument, _ context: PromiseContext, _ limit: TimerInterval) {
    self.name = name
    self.instrument = instrument
    self.context = context
    self.limit = limit
  }

  /// The time at which the limit expires, counted from the start of the body.
  var deadline: DispatchTime {
    get async { .deadline(limit.nanoseconds, after: await start.get().uptimeNanoseconds) }
  }

  /// Runs the body until it ends. When the limit expires or the calling task is canceled first, cancels the body and
  /// waits for it to end.
  ///
  /// - Parameters:
  ///   - function: The body of the test.
  ///   - onInterruption: Called with the reason before the body is canceled.
  /// - Returns: How the body ended.
  func run(
    _ function: @Sendable () async throws -> Void, onInterruption: @Sendable (Interruption) -> Void
  ) async -> Completion {
    await withoutActuallyEscaping(function) { function in
      let body = instrument.startBody { await self.perform(function) }
      let interruption = await withTaskCancellationHandler {
        await decision.get()
      } onCancel: {
        interrupt(.canceled)
      }
      guard let interruption else { return await body.value }
      onInterruption(interruption)
      instrument.isOver.claim()
      body.cancel()
      await endWaits(of: body, interruption)
      return Completion(error: await body.value.error, interruption: interruption)
    }
  }

  /// Runs the body in the context of the test.
  private func perform(_ function: @Sendable () async throws -> Void) async -> Completion {
    start.settle(.success(.now()))
    let alarm = Alarm(at: await deadline, on: TestThreadPool.makeQueue()) { self.interrupt(.timeLimit) }
    defer {
      alarm.cancel()
      decision.settle(.success(nil))
    }
    do {
      try await TestInstrument.$isInHandler.withValue(false) {
        try await PromiseContext.$current.withValue(context, operation: function)
      }
      return Completion(error: nil)
    } catch {
      return Completion(error: error)
    }
  }

  /// Decides that the body is ended early, unless it has been decided how it ends.
  private func interrupt(_ interruption: Interruption) {
    decision.settle(.success(interruption))
    // Before macOS 15 and iOS 18, bodies that block may leave no thread for the task that ends their waits. This thread
    // then does so, after that task has had time to say what is pending.
    // equivalent: The tests run with task executors, which older systems lack.
    TestThreadPool.makeQueue().asyncAfter(deadline: .now() + .seconds(1)) { [instrument] in instrument.isOver.claim() }
  }

  /// Ends the waits of the body repeatedly, including those for promises that it creates in the meantime, until the body
  /// has ended. Then cancels what it has left pending.
  private func endWaits(of body: Task<Completion, Never>, _ interruption: Interruption) async {
    // An inline handler that the cancellation calls may block this thread.
    // equivalent none: Any other queue will do, such as a global one.
    let alarm = Alarm(at: .now() + .seconds(2), on: TestThreadPool.makeQueue()) {
      // rare: The body must continue for two seconds. The checks of failing tests read this message.
      self.writeThatBodyContinues(interruption)
    }
    defer { alarm.cancel() }  // rare drop: The message would be printed two seconds later.
    let hasEnded = OnceFlag()
    startSupervisor {
      _ = await body.value
      hasEnded.claim()
    }
    var count = 0
    while !hasEnded.isClaimed {
      instrument.endPending()
      // equivalent constant: How often it cancels.
      // equivalent drop: How often it cancels.
      await pause(milliseconds: count < 20 ? 1 : 20)  // Most bodies end at once.
      count += 1  // equivalent drop: How often it cancels.
    }
    // The cancellation of its task may have ended the body before the first turn of the loop.
    instrument.endPending()
  }

  /// Writes to standard error what the body still waits for. Swift Testing may print the issue only when the test ends,
  /// which may be never.
  private func writeThatBodyContinues(_ interruption: Interruption) {
    let sites = instrument.registry.pending().map(\.creationSiteDescription)
    writeToStandardError(Self.textOfContinuation(after: interruption, of: name, limit, pendingAt: sites))
  }

  /// Says that the body of a test continues after its end has been decided.
  ///
  /// - Parameters:
  ///   - interruption: Why it should have ended.
  ///   - name: The name of the test.
  ///   - limit: The time limit.
  ///   - sites: Where the promises were created that are still pending.
  static func textOfContinuation(
    after interruption: Interruption, of name: String, _ limit: TimerInterval, pendingAt sites: [String]
  ) -> String {
    let event =
      switch interruption {
      case .timeLimit: "its time limit of \(limit.shortDescription)"
      case .canceled: "its cancellation"
      }
    let text = "Test \(name) continues after \(event), because it waits for work that cannot be canceled. "
    if sites.isEmpty { return text + "End that work, or make it respond to cancellation." }
    return text
      + "Pending, and not to be canceled: \(sites.joined(separator: ", ")). A guarantee of a value has no way "
      + "to end without one: call its resolver on every path, or use a promise."
  }
}
