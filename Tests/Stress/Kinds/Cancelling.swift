import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Cancellation against settling, attaching and another cancellation.
  static let cancelling = [
    Kind("cancel against settle", 8_000, cancelAgainstSettle),
    Kind("cancel from both ends of a chain", 4_000, cancelFromBothEnds),
    Kind("cancel against another consumer", 8_000, cancelAgainstAnotherConsumer),
  ]

  private static func cancelAgainstSettle(_ trial: Trial) async {
    let observed = Counter()
    let rounds = (0..<trial.count).map { number in
      let (promise, resolver) = Promise<Trial.Token>.pending()
      let callbacks = Counter()
      let token = trial.token(number)
      resolver.onCancel { [callbacks] in
        _ = token
        callbacks.next()
      }
      promise.pipe { _ in observed.next() }
      return (promise: promise, resolver: resolver, callbacks: callbacks)
    }
    await clash(
      trial, { rounds[$0].resolver.fulfill(trial.token($0)) }, { rounds[$0].promise.cancel() },
      { rounds[$0].promise.cancel() })
    trial.expect(observed.value == trial.count, "each observer is called once")
    for round in rounds {
      let isCancelled = round.promise.isCancelled
      trial.countRace(isFirst: isCancelled)
      trial.expect(round.promise.isFulfilled != isCancelled, "the promise is fulfilled or canceled")
      trial.expect(round.resolver.isCancelled == isCancelled, "the resolver shows the cancellation")
      trial.expect(round.callbacks.value == (isCancelled ? 1 : 0), "the producer is called back once")
    }
  }

  /// A chain is canceled from both ends while it is settled.
  private static func cancelFromBothEnds(_ trial: Trial) async {
    let queue = DispatchQueue(label: "cancel from both ends")
    let length = 6
    let (observed, callbacks) = (Counter(), Counter())
    let chains = (0..<trial.count).map { number in
      let (promise, resolver) = Promise<Trial.Token>.pending()
      resolver.onCancel { callbacks.next() }
      var steps = [promise]
      let handled = (1..<length).map { index in
        let calls = Counter()
        switch index % 3 {
        case 0:
          steps.append(
            steps[index - 1].map(on: queue) { token in
              calls.next()
              return token
            })
        case 1: steps.append(steps[index - 1].tap(on: nil) { _ in calls.next() })
        default:
          steps.append(
            steps[index - 1].then(on: nil) { token in
              calls.next()
              return Promise.value(token)
            })
        }
        return calls
      }
      steps[length - 1].pipe { _ in observed.next() }
      return (steps: steps, resolver: resolver, handled: handled)
    }
    await clash(
      trial, { chains[$0].steps[length - 1].cancel() }, { chains[$0].steps[0].cancel() },
      { number in
        var chance = trial.chance(number)
        if chance.below(2) == 0 { chains[number].resolver.fulfill(trial.token(number)) }
      })
    await trial.expectSoon("each promise of the chain settles") {
      chains.allSatisfy { $0.steps.allSatisfy(\.isSettled) }
    }
    trial.expect(observed.value == trial.count, "each observer is called once")
    trial.expect(callbacks.value == chains.count { $0.steps[0].isCancelled }, "each producer is called back once")
    for chain in chains {
      trial.countRace(isFirst: chain.steps[0].isCancelled)
      trial.expect(
        chain.steps.allSatisfy { $0.isFulfilled != $0.isCancelled },
        "each promise of the chain is fulfilled or canceled")
      trial.expect(chain.resolver.isCancelled == chain.steps[0].isCancelled, "the resolver shows the cancellation")
      for (step, calls) in zip(chain.steps.dropFirst(), chain.handled) {
        trial.expect(calls.value <= 1, "no handler runs twice")
        trial.expect(!step.isFulfilled || calls.value == 1, "the handler of a fulfilled promise has run")
      }
    }
  }

  /// The only consumer of a promise is canceled while another consumer attaches.
  private static func cancelAgainstAnotherConsumer(_ trial: Trial) async {
    let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
    let consumers = pending.map { pending in pending.promise.map(on: nil) { $0 } }
    let others = (0..<trial.count).map { _ in Handoff<Promise<Trial.Token>>() }
    await clash(
      trial, { consumers[$0].cancel() }, { number in others[number].put(pending[number].promise.map(on: nil) { $0 }) }
    )
    for number in 0..<trial.count {
      let (promise, resolver) = pending[number]
      let other = others[number].take()
      resolver.fulfill(trial.token(number))
      trial.countRace(isFirst: resolver.isCancelled)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "the promise is fulfilled or canceled")
      trial.expect(consumers[number].isCancelled, "the canceled consumer is rejected")
      trial.expect(other.isFulfilled == promise.isFulfilled, "the other consumer gets the outcome")
      trial.expect(other.isSettled, "the other consumer settles")
    }
  }
}
