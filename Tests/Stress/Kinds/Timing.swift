import Dispatch
import PromiseConcurrency
import TestSupport

extension Kind {
  /// What has to do with time.
  static let timing = [
    Kind("timeout against settle", 2_000, timeoutAgainstSettle),
    Kind("retry against cancel", 2_000, retryAgainstCancel),
  ]

  private static func timeoutAgainstSettle(_ trial: Trial) async {
    let heard = Counter()
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let wholes = (0..<trial.count).map { _ in Handoff<Promise<Trial.Token>>() }
    await clash(
      trial,
      { number in
        var chance = trial.chance(number)
        let whole = pending[number].promise.timeout(Double(chance.below(100)) / 1_000_000)
        whole.pipe { _ in heard.add() }
        wholes[number].leave(whole)
      },
      { number in
        var chance = trial.chance(number, for: 9)
        dawdle(chance.below(100_000)) { pending[number].promise.isPending }
        pending[number].resolver.fulfill(trial.token(number))
      })
    await trial.expectSoon("each settles") { heard.value == trial.count }
    for (number, whole) in wholes.enumerated() {
      let whole = whole.take()
      let (promise, resolver) = pending[number]
      trial.went(whole.isRejected)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "fulfilled or cancelled")
      switch whole.result {
      case .success(let token)?: trial.expect(token.number == number && promise.isFulfilled, "the value")
      case .failure(let error)?: trial.expect(error as? PromiseError == .timedOut, "timed out, and nothing else")
      case nil: trial.expect(false, "it is settled")
      }
    }
    trial.expect(heard.value == trial.count, "each settles once")
  }

  /// It is cancelled when so many attempts have been made, of which the last one waits for that to settle. There are four,
  /// so that in one of five rounds nothing is left to be cancelled.
  private static func retryAgainstCancel(_ trial: Trial) async {
    let queue = DispatchQueue(label: "retry against cancel")
    let heard = Counter()
    let rounds = (0..<trial.count).map { _ in Cancelled<Trial.Token>() }
    let enough = { @Sendable (number: Int) in
      var chance = trial.chance(number, for: 9)
      return 1 + chance.below(5)
    }
    await clash(
      trial,
      { number in
        let (tries, arrival) = (rounds[number].crowd, rounds[number].arrival)
        let enough = enough(number)
        let whole = retry(on: queue, attempts: 3, delay: 0.00001) {
          tries.enter()
          let attempt = tries.all
          let (promise, resolver) = Promise<Trial.Token>.pending()
          DispatchQueue.global().async {
            if attempt == enough { idle { arrival.value == 0 } }
            if attempt > 3 { resolver.fulfill(trial.token(number)) } else { resolver.reject(TestError.one) }
          }
          return promise
        }
        whole.pipe { _ in heard.add() }
        rounds[number].whole.leave(whole)
      },
      { number in
        let whole = rounds[number].whole.take()
        let enough = enough(number)
        idle { whole.isPending && rounds[number].crowd.all < enough }
        rounds[number].arrival.add()
        var chance = trial.chance(number)
        dawdle(chance.below(1000)) { whole.isPending }
        whole.cancel()
        rounds[number].whole.leave(whole)
      })
    await trial.expectSoon("each settles") { heard.value == trial.count }
    for round in rounds {
      let (whole, tries) = (round.whole.take(), round.crowd.all)
      trial.went(whole.isCancelled)
      trial.expect(whole.isFulfilled != whole.isCancelled, "it is fulfilled or cancelled")
      trial.expect(tries <= 4 && (whole.isCancelled || tries == 4), "it is tried so often, and no more")
    }
  }
}
