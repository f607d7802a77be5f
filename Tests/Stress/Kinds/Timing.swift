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

  private static func retryAgainstCancel(_ trial: Trial) async {
    let queue = DispatchQueue(label: "retry against cancel")
    let heard = Counter()
    let rounds = (0..<trial.count).map { _ in (whole: Handoff<Promise<Trial.Token>>(), tries: Counter()) }
    await clash(
      trial,
      { number in
        let tries = rounds[number].tries
        let whole = retry(on: queue, attempts: 3, delay: 0.00001) {
          tries.add()
          let (promise, resolver) = Promise<Trial.Token>.pending()
          DispatchQueue.global().async {
            if tries.value > 3 { resolver.fulfill(trial.token(number)) } else { resolver.reject(TestError.one) }
          }
          return promise
        }
        whole.pipe { _ in heard.add() }
        rounds[number].whole.leave(whole)
      },
      { number in
        let whole = rounds[number].whole.take()
        var chance = trial.chance(number)
        dawdle(chance.below(20_000)) { whole.isPending }
        if chance.below(4) > 0 { whole.cancel() }
        rounds[number].whole.leave(whole)
      })
    await trial.expectSoon("each settles") { heard.value == trial.count }
    for (whole, tries) in rounds {
      let whole = whole.take()
      trial.went(whole.isCancelled)
      trial.expect(whole.isFulfilled != whole.isCancelled, "it is fulfilled or cancelled")
      trial.expect(tries.value <= 4 && (whole.isCancelled || tries.value == 4), "it is tried so often, and no more")
    }
  }
}
