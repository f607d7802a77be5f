import PromiseConcurrency
import TestSupport

extension Kind {
  /// Chains of a million, on a stack of 512 KiB.
  static let depth = [
    Kind("links of a chain: settled", 1_000_000, settledChain),
    Kind("links of a chain: cancelled", 1_000_000, cancelledChain),
    Kind("links of a chain: dropped", 1_000_000, droppedChain),
  ]

  private static func settledChain(_ trial: Trial) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = chain(on: start, trial)
      resolver.fulfill(0)
      trial.expect(end.value == trial.count, "the end has the value")
    }
    trial.goesOn()
  }

  private static func cancelledChain(_ trial: Trial) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = chain(on: start, trial)
      end.cancel()
      trial.expect(resolver.isCancelled && start.isCancelled && end.isCancelled, "the beginning is cancelled")
    }
    trial.goesOn()
  }

  private static func droppedChain(_ trial: Trial) async {
    let ended = Counter()
    await onSmallStack {
      var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      var end: Promise<Int>? = pending.map { chain(on: $0.promise, trial) }
      end?.pipe { if case .failure(PromiseError.abandoned) = $0 { ended.add() } }
      end = nil
      pending = nil
    }
    trial.expectReports(1)
    trial.expect(ended.value == 1, "the end hears that it was abandoned")
  }

  /// A chain whose every thousandth handler holds an object.
  private static func chain(on start: Promise<Int>, _ trial: Trial) -> Promise<Int> {
    var end = start
    for number in 0..<trial.count {
      if number % 1000 == 0 {
        let token = trial.token(number)
        end = end.map(on: nil) { $0 + (token.number - number) + 1 }
      } else {
        end = end.map(on: nil) { $0 + 1 }
      }
      if number % 100_000 == 0 { trial.goesOn() }
    }
    return end
  }
}
