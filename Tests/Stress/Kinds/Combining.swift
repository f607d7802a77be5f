import Dispatch
import PromiseConcurrency
import TestSupport

extension Kind {
  /// Combinators, against members that settle at the same time.
  static let combining = [
    Kind("race, any, all, when: members at once", 4_000, membersAtOnce),
    Kind("when(concurrently:) against cancel", 1_200, whenConcurrentlyAgainstCancel),
    Kind("inCompletionOrder, left early", 2_000, completionOrderLeftEarly),
  ]

  private static func membersAtOnce(_ trial: Trial) async {
    let heard = Counter()
    let rounds = (0..<trial.count).map { _ in Members(heard) }
    let settle = { @Sendable (member: Int, number: Int) in
      var chance = trial.chance(number, for: member)
      if chance.below(3) == 0 {
        rounds[number].pending[member].resolver.reject(TestError.one)
      } else {
        rounds[number].pending[member].resolver.fulfill(trial.token(member))
      }
    }
    await clash(trial, { settle(0, $0) }, { settle(1, $0) }, { settle(2, $0) }, { settle(3, $0) })
    trial.expect(heard.value == trial.count * 6, "each combinator settles, once")
    for round in rounds { round.check(trial) }
  }

  /// Four promises, and everything that can be made of them.
  private struct Members: Sendable {
    let pending = (0..<4).map { _ in Promise<Trial.Token>.pending() }
    let race: Promise<Trial.Token>
    let winner: Promise<Trial.Token>
    let when: Promise<[Trial.Token]>
    let resolved: Guarantee<[Result<Trial.Token, any Error>]>
    let all: Promise<[Trial.Token]>
    let any: Promise<[Maybe<Trial.Token>]>

    init(_ heard: Counter) {
      let promises = pending.map(\.promise)
      race = PromiseConcurrency.race(promises)
      winner = PromiseConcurrency.race(fulfilled: promises)
      when = PromiseConcurrency.when(fulfilled: promises)
      resolved = PromiseConcurrency.when(resolved: promises)
      all = PromiseConcurrency.all(promises)
      any = PromiseConcurrency.any(promises)
      race.pipe { _ in heard.add() }
      winner.pipe { _ in heard.add() }
      when.pipe { _ in heard.add() }
      resolved.pipe { _ in heard.add() }
      all.pipe { _ in heard.add() }
      any.pipe { _ in heard.add() }
    }

    func check(_ trial: Trial) {
      let results = pending.compactMap(\.promise.result)
      let values = results.compactMap { try? $0.get().number }
      let hasFailures = values.count < 4
      trial.went(race.isFulfilled)
      trial.expect(resolved.value?.compactMap { try? $0.get().number } == values, "when(resolved:) has all results")
      trial.expect(when.isRejected == hasFailures && all.isRejected == hasFailures, "when and all fail if one does")
      if !hasFailures { trial.expect(when.value?.map(\.number) == [0, 1, 2, 3], "when keeps the order") }
      trial.expect(winner.isRejected == values.isEmpty && any.isRejected == values.isEmpty, "race(fulfilled:) and any")
      if let number = winner.value?.number { trial.expect(values.contains(number), "the winner was fulfilled") }
      if let number = race.value?.number { trial.expect(values.contains(number), "the first was fulfilled") }
      if race.isRejected { trial.expect(hasFailures, "the first failed") }
    }
  }

  private static func whenConcurrentlyAgainstCancel(_ trial: Trial) async {
    let (width, length) = (3, 12)
    let settled = Counter()
    let rounds = (0..<trial.count).map { _ in (whole: Handoff<Promise<[Trial.Token]>>(), crowd: Crowd()) }
    await clash(
      trial,
      { number in
        let crowd = rounds[number].crowd
        var made = 0
        let iterator = AnyIterator { () -> Promise<Trial.Token>? in
          guard made < length else { return nil }
          made += 1
          crowd.enter()
          let (promise, resolver) = Promise<Trial.Token>.pending()
          let place = made
          DispatchQueue.global().async {
            crowd.leave()  // a moment early: as soon as it is settled, the next may be made
            resolver.fulfill(trial.token(place))
          }
          return promise
        }
        let whole = when(fulfilled: iterator, concurrently: width)
        whole.pipe { _ in settled.add() }
        rounds[number].whole.leave(whole)
      },
      { number in
        let whole = rounds[number].whole.take()
        var chance = trial.chance(number)
        dawdle(chance.below(20_000)) { whole.isPending }
        whole.cancel()
        rounds[number].whole.leave(whole)
      })
    for round in rounds {
      let whole = round.whole.take()
      trial.went(whole.isCancelled)
      trial.expect(whole.isFulfilled != whole.isCancelled, "it is fulfilled or cancelled")
      if let value = whole.value { trial.expect(value.map(\.number) == Array(1...length), "in order") }
      trial.expect(round.crowd.most <= width, "at most so many at once")
    }
    trial.expect(settled.value == trial.count, "each settles once")
  }

  /// An iteration that ends early, while the promises are settled.
  private static func completionOrderLeftEarly(_ trial: Trial) async {
    let rounds = (0..<trial.count).map { _ in (0..<5).map { _ in Promise<Trial.Token>.pending() } }
    let numbered = rounds.enumerated().map { (number: $0.offset, pending: $0.element) }
    await collide(numbered) { number, pending in
      var seen: Set<Int> = []
      var chance = trial.chance(number)
      let enough = 1 + chance.below(5)
      do {
        for try await token in pending.map(\.promise).inCompletionOrder {
          trial.expect(seen.insert(token.number).inserted, "each comes once")
          if seen.count == enough { break }
        }
      } catch {
        trial.expect(false, "nothing fails")
      }
      trial.expect(seen.count == enough, "all come who are waited for")
      trial.goesOn()
    } other: { number, pending in
      var chance = trial.chance(number, for: 9)
      for (place, member) in pending.enumerated() {
        dawdle(chance.below(2000)) { member.promise.isPending }
        member.resolver.fulfill(trial.token(place))
      }
    }
    for (promise, resolver) in rounds.flatMap(\.self) {
      trial.went(resolver.isCancelled)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "fulfilled or cancelled")
    }
  }
}
