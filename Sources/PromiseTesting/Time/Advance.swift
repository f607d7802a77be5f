import Dispatch
import PromiseCore
import Testing

/// A call that advances a ``ManualClock``.
struct Advance: Sendable {
  /// The functions that advance a clock.
  enum Function: String {
    case advance, runToEnd
  }

  let function: Function
  let location: SourceLocation
  /// Whether the call may wait for the main actor. `false` if it blocks the main thread.
  let mainActorIsFree: Bool
  /// The number of steps after which the call gives up.
  let stepLimit: Int
  /// Fulfilled when the call has ended. It belongs to no context, so that no test waits for it.
  let end = Promise<Void>(site: CreationSite(#fileID, #line), context: nil)

  init(
    _ function: Function, at location: SourceLocation, mainActorIsFree: Bool = true,
    stepLimit: Int = ManualClock.stepLimit
  ) {
    self.function = function
    self.location = location
    self.mainActorIsFree = mainActorIsFree
    self.stepLimit = stepLimit
  }

  /// Records an issue at the location of the call.
  func record(_ text: String) {
    let text = "\(function.rawValue) \(text)"
    if Test.current == nil, let reporter = TestInstrument.current?.reporter {
      reporter.record("\(location.fileID):\(location.line): \(text)", .error)
    } else {
      Issue.record(Comment(rawValue: text), sourceLocation: location)
    }
  }
}

extension Advance {
  /// Records an issue because a handler makes this call during another one.
  func refuse(during other: Advance) {
    let (file, line) = (other.location.fileID, other.location.line)
    record(
      "was called by a handler during the call of \(other.function.rawValue) at \(file):\(line), which waits for the "
        + "results of its timers; the clock is unchanged: advance it in the body of the test, by as much as both calls "
        + "together")
  }
}

extension ManualClock {
  /// Advances the clock as soon as no other call does.
  ///
  /// - Parameters:
  ///   - advance: The call.
  ///   - deadline: Returns the time to advance to. Called when the call has its turn.
  func perform(_ advance: Advance, until deadline: @Sendable () -> Instant) async {
    while let other = claimTurn(advance) {
      if TestInstrument.isInHandler { return advance.refuse(during: other) }
      guard await (try? other.end.get()) != nil else { return }  // The task is canceled.
    }
    await fireTimers(advance, until: min(deadline(), Instant(nanoseconds: .max / 2)))
    currentAdvance.withLock { $0 = nil }
    advance.end.settle(.success(()))
  }

  /// Makes a call the one that advances the clock, or returns the call that does so already.
  private func claimTurn(_ advance: Advance) -> Advance? {
    currentAdvance.withLock { current in
      if let current { return current }
      current = advance
      return nil
    }
  }
}
