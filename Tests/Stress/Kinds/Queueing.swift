import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// `PromiseQueue` and dispatch queues.
  static let queueing = [
    Kind("PromiseQueue: add against cancel", 8_000, addAgainstCancel),
    Kind("work items on global queues", 10_000, workItems),
    Kind("a queue suspended and resumed", 4_000, suspendedQueue),
  ]

  private static func addAgainstCancel(_ trial: Trial) async {
    let queue = PromiseQueue()
    let log = Log<Int>()
    let promises = (0..<trial.count).map { _ in Handoff<Promise<Trial.Token>>() }
    await clash(
      trial,
      { number in
        let promise = queue.add {
          log(number)
          var chance = trial.chance(number, for: 9)
          for _ in 0..<chance.below(10) { await Task.yield() }
          return trial.token(number)
        }
        promises[number].put(promise)
      },
      { number in
        let promise = promises[number].take()
        var chance = trial.chance(number)
        if chance.below(2) == 0 { promise.cancel() }
        promises[number].put(promise)
      })
    var fulfilled: Set<Int> = []
    for (number, promise) in promises.enumerated() {
      switch await promise.take().getResult() {
      case .success(let token):
        trial.expect(token.number == number, "the promise has the value of its work")
        fulfilled.insert(number)
      case .failure(let error): trial.expect(error is CancellationError, "the error is a cancellation")
      }
      trial.step()
    }
    await trial.expectSoon("the queue is empty") { queue.unfinishedCount == 0 }
    let entries = log.entries
    trial.expect(
      zip(entries, entries.dropFirst()).allSatisfy { $0 < $1 },
      "each element runs once, in the order in which it was added")
    trial.countRaces(trial.count, first: trial.count - fulfilled.count)
    trial.expect(fulfilled.isSubset(of: entries), "the work of a fulfilled promise was done")
  }

  /// Thousands of work items. Each creates a promise, attaches handlers to it and to a shared promise, and settles its
  /// promise.
  private static func workItems(_ trial: Trial) async {
    let queue = DispatchQueue(label: "work items")
    let (shared, resolver) = Promise<Trial.Token>.pending()
    let (own, common) = (Counter(), Counter())
    for number in 0..<trial.count {
      let priority: DispatchQoS.QoSClass = [.userInitiated, .default, .utility][number % 3]
      DispatchQueue.global(qos: priority).async {
        let (promise, resolver) = Promise<Trial.Token>.pending()
        promise.map { $0.number }.done(on: queue) { if $0 == number { own.next() } }.cauterize()
        shared.done(on: queue) { _ in common.next() }.cauterize()
        resolver.fulfill(trial.token(number))
        trial.step()
      }
      if number == trial.count / 2 { resolver.fulfill(trial.token(-1)) }
    }
    await trial.expectSoon("handlers") { own.value == trial.count && common.value == trial.count }
  }

  /// Handlers on a suspended queue, of promises that settle and are canceled in the meantime.
  private static func suspendedQueue(_ trial: Trial) async {
    let queue = DispatchQueue(label: "suspended and resumed")
    queue.suspend()
    let log = Log<Int>()
    let (promise, resolver) = Promise<Trial.Token>.pending()
    let rounds = (0..<trial.count).map { number in
      let token = trial.token(number)
      return promise.done(on: queue) { _ in log(token.number) }
    }
    let resume = trial.count / 2
    await clash(
      trial,
      { number in
        var chance = trial.chance(number)
        if chance.below(3) == 0 { rounds[number].cancel() }
      },
      { if $0 == resume / 2 { resolver.fulfill(trial.token(-1)) } },
      { number in
        guard number == resume else { return }
        trial.expect(log.entries.isEmpty, "no handler runs on a suspended queue")
        queue.resume()
      })
    await trial.expectSoon("each promise settles") { rounds.allSatisfy(\.isSettled) }
    let entries = log.entries
    trial.expect(zip(entries, entries.dropFirst()).allSatisfy { $0 < $1 }, "each handler runs once, in order")
    let ran = Set(entries)
    for (number, round) in rounds.enumerated() {
      trial.countRace(isFirst: round.isCancelled)
      trial.expect(round.isFulfilled != round.isCancelled, "the promise is fulfilled or canceled")
      // The handler of a promise that was canceled in the meantime may have run.
      trial.expect(!round.isFulfilled || ran.contains(number), "the handler of a fulfilled promise has run")
    }
  }
}
