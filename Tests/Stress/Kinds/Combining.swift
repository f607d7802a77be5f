import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Combinators with inputs that settle at the same time.
  static let combining = [
    Kind("race, any, all, when: inputs settle concurrently", 4_000, membersAtOnce),
    Kind("when(maxConcurrent:) against cancel", 1_200, whenConcurrentlyAgainstCancel),
  ]

  private static func membersAtOnce(_ trial: Trial) async {
    let observed = Counter()
    let rounds = (0..<trial.count).map { _ in Members(observed) }
    let settle = { @Sendable (member: Int, number: Int) in
      var chance = trial.chance(number, for: member)
      if chance.below(3) == 0 {
        rounds[number].pending[member].resolver.reject(TestError.one)
      } else {
        rounds[number].pending[member].resolver.fulfill(trial.token(member))
      }
    }
    await clash(trial, { settle(0, $0) }, { settle(1, $0) }, { settle(2, $0) }, { settle(3, $0) })
    trial.expect(observed.value == trial.count * 4, "each combinator settles once")
    for round in rounds { round.check(trial) }
  }

  /// Four promises, and the combinators that have them as inputs.
  private struct Members: Sendable {
    let pending = (0..<4).map { _ in Promise<Trial.Token>.pending() }
    let race: Promise<Trial.Token>
    let winner: Promise<Trial.Token>
    let when: Promise<[Trial.Token]>
    let resolved: Guarantee<[Result<Trial.Token, any Error>]>

    init(_ observed: Counter) {
      let promises = pending.map(\.promise)
      race = PromiseConcurrency.race(promises)
      winner = PromiseConcurrency.race(fulfilled: promises)
      when = PromiseConcurrency.when(fulfilled: promises)
      resolved = PromiseConcurrency.when(resolved: promises)
      race.pipe { _ in observed.next() }
      winner.pipe { _ in observed.next() }
      when.pipe { _ in observed.next() }
      resolved.pipe { _ in observed.next() }
    }

    func check(_ trial: Trial) {
      let results = pending.compactMap(\.promise.result)
      let values = results.compactMap { try? $0.get().number }
      let hasFailures = values.count < 4
      trial.countRace(isFirst: race.isFulfilled)
      trial.expect(resolved.value?.compactMap { try? $0.get().number } == values, "when(resolved:) has all outcomes")
      trial.expect(when.isRejected == hasFailures, "when(fulfilled:) is rejected if an input is")
      if !hasFailures { trial.expect(when.value?.map(\.number) == [0, 1, 2, 3], "when(fulfilled:) keeps the order") }
      trial.expect(winner.isRejected == values.isEmpty, "race(fulfilled:) is rejected if all inputs are")
      if let number = winner.value?.number {
        trial.expect(values.contains(number), "the winner of race(fulfilled:) is fulfilled")
      }
      if let number = race.value?.number {
        trial.expect(values.contains(number), "the winner of race has the value of an input")
      }
      if race.isRejected { trial.expect(hasFailures, "the winner of race has the error of an input") }
    }
  }

  /// The combinator is canceled after a random number of inputs, the last of which settles after the cancellation. In
  /// one of four rounds, nothing is left to cancel.
  private static func whenConcurrentlyAgainstCancel(_ trial: Trial) async {
    let (width, length) = (3, 12)
    let settled = Counter()
    let enough = { @Sendable (number: Int) in
      var chance = trial.chance(number, for: 9)
      return 1 + chance.below(length * 4 / 3)
    }
    let rounds = (0..<trial.count).map { _ in CanceledWork<[Trial.Token]>() }
    await clash(
      trial,
      { number in
        let (crowd, arrival) = (rounds[number].crowd, rounds[number].arrival)
        let enough = enough(number)
        var created = 0
        let iterator = AnyIterator { () -> Promise<Trial.Token>? in
          guard created < length else { return nil }
          created += 1
          crowd.enter()
          let (promise, resolver) = Promise<Trial.Token>.pending()
          let position = created
          DispatchQueue.global().async {
            if position == enough { spin { arrival.value == 0 } }
            crowd.leave()  // before the promise settles, which may create the next one
            resolver.fulfill(trial.token(position))
          }
          return promise
        }
        let promise = when(fulfilled: iterator, maxConcurrent: width)
        promise.pipe { _ in settled.next() }
        rounds[number].promise.put(promise)
      },
      { number in
        let promise = rounds[number].promise.take()
        let enough = enough(number)
        spin { promise.isPending && (enough > length || rounds[number].crowd.all < enough) }
        rounds[number].arrival.next()
        var chance = trial.chance(number)
        spin(chance.below(1000)) { promise.isPending }
        promise.cancel()
        rounds[number].promise.put(promise)
      })
    for round in rounds {
      let promise = round.promise.take()
      trial.countRace(isFirst: promise.isCancelled)
      trial.expect(promise.isFulfilled != promise.isCancelled, "the promise is fulfilled or canceled")
      if let value = promise.value { trial.expect(value.map(\.number) == Array(1...length), "the values are in order") }
      trial.expect(round.crowd.most <= width, "no more promises are pending than the limit allows")
    }
    trial.expect(settled.value == trial.count, "each combinator settles once")
  }
}
