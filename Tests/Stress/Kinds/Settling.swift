import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Settling against another settling, attaching, abandoning and releasing.
  static let settling = [
    Kind("settle against settle", 8_000, settleAgainstSettle),
    Kind("attach against settle", 4_000, attachAgainstSettle),
    Kind("abandon against attach", 8_000, abandonAgainstAttach),
    Kind("release against settle", 8_000, releaseAgainstSettle),
  ]

  /// Four threads settle one promise.
  private static func settleAgainstSettle(_ trial: Trial) async {
    let queue = DispatchQueue(label: "settle against settle")
    let received = Counter()
    let handled = Counter()
    let pending = (0..<trial.count).map { _ in (Promise<Trial.Token>.pending(), Log<Int>()) }
    for ((promise, _), log) in pending {
      promise.pipe { result in
        if let token = try? result.get() { log(token.number) }
        received.next()
      }
      promise.done(on: queue) { token in
        log(token.number)
        handled.next()
      }.cauterize()
    }
    let role = { @Sendable (thread: Int, number: Int) in
      pending[number].0.resolver.fulfill(trial.token(thread))
    }
    await clash(trial, { role(0, $0) }, { role(1, $0) }, { role(2, $0) }, { role(3, $0) })
    await trial.expectSoon("each handler is called") { handled.value == trial.count && received.value == trial.count }
    for ((promise, _), log) in pending {
      let winner = promise.value?.number ?? -1
      trial.countRace(isFirst: winner < 2)
      trial.expect(log.entries == [winner, winner], "each handler is called once, with the first value")
    }
  }

  /// Two threads attach handlers on two serial queues while a third thread settles the promise.
  private static func attachAgainstSettle(_ trial: Trial) async {
    let each = 4
    let queues = (0..<2).map { DispatchQueue(label: "attach against settle \($0)") }
    let handled = Counter()
    let rounds = (0..<trial.count).map { _ in
      (pending: Promise<Trial.Token>.pending(), logs: (0..<2).map { _ in Log<(thread: Int, position: Int)>() })
    }
    let attach = { @Sendable (thread: Int, number: Int) in
      for position in 0..<each {
        for (queue, log) in zip(queues, rounds[number].logs) {
          rounds[number].pending.promise.done(on: queue) { _ in
            log((thread, position))
            handled.next()
          }.cauterize()
        }
      }
    }
    await clash(
      trial, { attach(0, $0) }, { attach(1, $0) }, { rounds[$0].pending.resolver.fulfill(trial.token($0)) })
    await trial.expectSoon("each handler is called") { handled.value == trial.count * 4 * each }
    for log in rounds.flatMap(\.logs) {
      for thread in 0..<2 {
        let positions = log.entries.filter { $0.thread == thread }.map(\.position)
        trial.expect(positions == Array(0..<each), "handlers run once, in the order in which they were attached")
      }
    }
  }

  /// One thread releases the last resolver while another attaches handlers.
  private static func abandonAgainstAttach(_ trial: Trial) async {
    let queue = DispatchQueue(label: "abandon against attach")
    let (first, second, unexpected) = (Counter(), Counter(), Counter())
    let handoffs = (0..<trial.count).map { number in
      let (promise, resolver) = Promise<Trial.Token>.pending()
      let token = trial.token(number)
      resolver.onCancel { _ = token }
      return (promise, Handoff(resolver))
    }
    await clash(
      trial, { _ = handoffs[$0].1.take() },
      { number in
        let promise = handoffs[number].0
        promise.done(on: queue) { _ in unexpected.next() }.catch(on: queue) { error in
          if case PromiseError.abandoned = error { first.next() } else { unexpected.next() }
        }
        promise.pipe { result in
          if case .failure(PromiseError.abandoned) = result { second.next() } else { unexpected.next() }
        }
      })
    trial.expectReports(trial.count)
    await trial.expectSoon("each handler is called") { first.value == trial.count && second.value == trial.count }
    trial.expect(unexpected.value == 0, "each handler is called because the promise was abandoned")
  }

  /// Threads release the promise and a derived one while another settles it and releases the resolver.
  private static func releaseAgainstSettle(_ trial: Trial) async {
    let queue = DispatchQueue(label: "release against settle")
    let handled = Counter()
    let rounds = (0..<trial.count).map { number in
      let (promise, resolver) = Promise<Trial.Token>.pending()
      let derived = promise.map(on: nil) { $0 }.get(on: queue) { token in
        trial.expect(token.number == number, "the derived promise has the value")
        handled.next()
      }
      return (Handoff(promise), Handoff(derived), Handoff(resolver))
    }
    await clash(
      trial, { _ = rounds[$0].0.take() }, { _ = rounds[$0].1.take() },
      { rounds[$0].2.take().fulfill(trial.token($0)) })
    await trial.expectSoon("each handler is called") { handled.value == trial.count }
  }
}
