import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What a handler that is isolated to an actor captures is released on that actor, however the handler ends.
///
/// Such a handler may capture values that are not `Sendable`. Each promise ends on a thread that belongs to no actor.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, unhandled: .ignore, abandoned: .ignore)) struct CaptureTests
{
  @Test(arguments: HandlerForm.allCases)
  func `captures of a main-actor handler are released on the main actor`(_ form: HandlerForm) async {
    await expectReleases({ isOnMainQueue }) { await form.attach(to: $0, capturing: $1, on: MainActor.shared) }
  }

  @Test(arguments: HandlerForm.allCases)
  func `captures of a handler on an actor are released on the executor of that actor`(_ form: HandlerForm) async {
    let actor = QueueActor()
    await expectReleases({ actor.isCurrent }) { await form.attach(to: $0, capturing: $1, on: actor) }
  }

  @Test(arguments: GuaranteeHandlerForm.allCases)
  func `captures of a main-actor handler of a guarantee are released on the main actor`(
    _ form: GuaranteeHandlerForm
  ) async {
    await expectGuaranteeReleases({ isOnMainQueue }) {
      await form.attach(to: $0, capturing: $1, on: MainActor.shared)
    }
  }

  @Test(arguments: GuaranteeHandlerForm.allCases)
  func `captures of a handler of a guarantee on an actor are released on the executor of that actor`(
    _ form: GuaranteeHandlerForm
  ) async {
    let actor = QueueActor()
    await expectGuaranteeReleases({ actor.isCurrent }) { await form.attach(to: $0, capturing: $1, on: actor) }
  }

  /// Tries each ending, in a test's context and in one without an instrument, and checks where objects are released.
  ///
  /// - Parameters:
  ///   - isExpected: Returns whether the calling code runs on the actor.
  ///   - attach: Attaches a handler that captures an object of the log.
  private func expectReleases(
    _ isExpected: @escaping @Sendable () -> Bool,
    _ attach: @Sendable (Promise<[Int]>, ReleaseLog) async -> Promise<Void>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for ending in Ending.allCases {
      func run() async -> ReleaseLog {
        let log = ReleaseLog(isExpected)
        let source = Source()
        let derived = await attach(source.promise, log)
        await ending.end(source, derived)
        return log
      }
      for log in await [run(), silently(run)] {
        await expectReleases(log, "\(ending)", sourceLocation)
      }
    }
  }

  private func expectGuaranteeReleases(
    _ isExpected: @escaping @Sendable () -> Bool,
    _ attach: @Sendable (Guarantee<[Int]>, ReleaseLog) async -> Promise<Void>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for ending in GuaranteeEnding.allCases {
      func run() async -> ReleaseLog {
        let log = ReleaseLog(isExpected)
        let source = GuaranteeSource()
        let derived = await attach(source.guarantee, log)
        await ending.end(source, derived)
        return log
      }
      for log in await [run(), silently(run)] {
        await expectReleases(log, "\(ending)", sourceLocation)
      }
    }
  }

  /// Waits until each object has been released, and checks where.
  private func expectReleases(_ log: ReleaseLog, _ ending: String, _ sourceLocation: SourceLocation) async {
    do {
      try await log.allReleased()
      #expect(log.misplaced == 0, "after the ending “\(ending)”", sourceLocation: sourceLocation)
    } catch {
      Issue.record("never released after the ending “\(ending)”", sourceLocation: sourceLocation)
    }
  }
}
