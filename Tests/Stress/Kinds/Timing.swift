import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Operators that use timers.
  static let timing = [
    Kind("timeout against settle", 2_000, timeoutAgainstSettle),
    Kind("retry against cancel", 2_000, retryAgainstCancel),
  ]

  private static func timeoutAgainstSettle(_ trial: Trial) async {
    let observed = Counter()
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let limited = (0..<trial.count).map { _ in Handoff<Promise<Trial.Token>>() }
    await clash(
      trial,
      { number in
        var chance = trial.chance(number)
        let promise = pending[number].promise.timeout(seconds: Double(chance.below(100)) / 1_000_000)
        promise.pipe { _ in observed.next() }
        limited[number].put(promise)
      },
      { number in
        var chance = trial.chance(number, for: 9)
        spin(chance.below(100_000)) { pending[number].promise.isPending }
        pending[number].resolver.fulfill(trial.token(number))
      })
    await trial.expectSoon("each promise settles") { observed.value == trial.count }
    for (number, handoff) in limited.enumerated() {
      let limited = handoff.take()
      let (promise, resolver) = pending[number]
      trial.countRace(isFirst: limited.isRejected)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "the promise is fulfilled or canceled")
      switch limited.result {
      case .success(let token)?:
        trial.expect(token.number == number && promise.isFulfilled, "the promise has its value")
      case .failure(let error)?:
        trial.expect(error as? PromiseError == .timedOut, "the error is a timeout")
      case nil: trial.expect(false, "the promise is settled")
      }
    }
    trial.expect(observed.value == trial.count, "each promise settles once")
  }

  /// The retry is canceled after a random number of attempts, the last of which settles after the cancellation. There
  /// are four attempts, so in one of five rounds nothing is left to cancel.
  private static func retryAgainstCancel(_ trial: Trial) async {
    let queue = DispatchQueue(label: "retry against cancel")
    let observed = Counter()
    let rounds = (0..<trial.count).map { _ in CanceledWork<Trial.Token>() }
    let enough = { @Sendable (number: Int) in
      var chance = trial.chance(number, for: 9)
      return 1 + chance.below(5)
    }
    await clash(
      trial,
      { number in
        let (attempts, arrival) = (rounds[number].crowd, rounds[number].arrival)
        let enough = enough(number)
        let promise = retry(on: queue, attempts: 3, delay: 0.00001) {
          attempts.enter()
          let attempt = attempts.all
          let (promise, resolver) = Promise<Trial.Token>.pending()
          DispatchQueue.global().async {
            if attempt == enough { spin { arrival.value == 0 } }
            if attempt > 3 { resolver.fulfill(trial.token(number)) } else { resolver.reject(TestError.one) }
          }
          return promise
        }
        promise.pipe { _ in observed.next() }
        rounds[number].promise.put(promise)
      },
      { number in
        let promise = rounds[number].promise.take()
        let enough = enough(number)
        spin { promise.isPending && rounds[number].crowd.all < enough }
        rounds[number].arrival.next()
        var chance = trial.chance(number)
        spin(chance.below(1000)) { promise.isPending }
        promise.cancel()
        rounds[number].promise.put(promise)
      })
    await trial.expectSoon("each promise settles") { observed.value == trial.count }
    for round in rounds {
      let (promise, attempts) = (round.promise.take(), round.crowd.all)
      trial.countRace(isFirst: promise.isCancelled)
      trial.expect(promise.isFulfilled != promise.isCancelled, "the promise is fulfilled or canceled")
      trial.expect(attempts <= 4 && (promise.isCancelled || attempts == 4), "there are no more attempts than allowed")
    }
  }
}
