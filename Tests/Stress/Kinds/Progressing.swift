import Dispatch
import PromiseConcurrency
import TestSupport

extension Kind {
  /// Progress, which is stored from the first request on.
  static let progressing = [Kind("report progress against requestProgress against settle", 4_000, reportAgainstRequest)]

  /// One thread reports progress, two request it, one of them from a derived promise, and one settles the promise.
  private static func reportAgainstRequest(_ trial: Trial) async {
    let rounds = (0..<trial.count).map { _ in Round() }
    await clash(
      trial,
      { number in
        let round = rounds[number]
        for step in 1...8 { round.pending.resolver.progress.report(Int64(step), of: 16) }
      },
      { rounds[$0].requestProgress(rounds[$0].pending.promise, trial) },
      { rounds[$0].requestProgress(rounds[$0].derived, trial) },
      { rounds[$0].pending.resolver.fulfill(trial.token($0)) })
    for round in rounds {
      // A handler that was attached before the promise settled receives the final progress. Other handlers receive
      // nothing.
      trial.countRace(isFirst: round.received.entries.contains(1))
      trial.expect(round.received.entries.allSatisfy { (0...1).contains($0) }, "every fraction is from 0 to 1")
      trial.expect(round.received.entries.count { $0 == 1 } <= 2, "each handler receives the final progress once")
      for promise in [round.pending.promise, round.derived] {
        trial.expect(promise.progress.snapshot.fractionCompleted == 1, "a fulfilled promise is complete")
        trial.expect(promise.progress.handlerCount == 0, "no handler is left")
      }
    }
  }

  private struct Round: Sendable {
    let pending = Promise<Trial.Token>.pending()
    let derived: Promise<Trial.Token>
    let received = Log<Double>()

    init() { derived = pending.promise.map(on: nil) { $0 } }

    func requestProgress(_ promise: Promise<Trial.Token>, _ trial: Trial) {
      promise.onProgress(on: nil) { [received] in received($0.fractionCompleted) }
      let early = promise.progress.snapshot.fractionCompleted
      let late = promise.progress.snapshot.fractionCompleted
      trial.expect((0...1).contains(early) && early <= late, "the fraction does not decrease")
    }
  }
}
