import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Iterations that end early, while the promises are settled.
  static let iterating = [
    Kind("inCompletionOrder, left early", 2_000) { await leftEarly($0, \.inCompletionOrder, isInOrder: false) },
    Kind("inInputOrder, left early", 2_000) { await leftEarly($0, \.inInputOrder, isInOrder: true) },
    Kind("concurrentMap, left early", 2_000, concurrentMapLeftEarly),
  ]

  private static func leftEarly(
    _ trial: Trial, _ sequence: @Sendable @escaping ([Promise<Trial.Token>]) -> PromiseSequence<Trial.Token>,
    isInOrder: Bool
  ) async {
    let rounds = (0..<trial.count).map { _ in (0..<5).map { _ in Promise<Trial.Token>.pending() } }
    let numbered = rounds.enumerated().map { (number: $0.offset, pending: $0.element) }
    await collide(numbered) { number, pending in
      var chance = trial.chance(number)
      let enough = 1 + chance.below(5)
      await read(trial, sequence(pending.map(\.promise)), until: enough, isInOrder: isInOrder)
    } other: { number, pending in
      var chance = trial.chance(number, for: 9)
      for (index, input) in pending.enumerated() {
        spin(chance.below(2000)) { input.promise.isPending }
        input.resolver.fulfill(trial.token(index))
      }
    }
    for (promise, resolver) in rounds.flatMap(\.self) {
      trial.countRace(isFirst: resolver.isCancelled)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "the promise is fulfilled or canceled")
    }
  }

  /// At most three promises are pending. Those that the reader has not awaited settle when it stops.
  private static func concurrentMapLeftEarly(_ trial: Trial) async {
    let (width, length) = (3, 8)
    let created = Log<(promise: Promise<Trial.Token>, resolver: Resolver<Trial.Token>)>()
    let queue = DispatchQueue(label: "concurrentMap, left early")
    for number in 0..<trial.count {
      var chance = trial.chance(number)
      let enough = 1 + chance.below(length)
      let (crowd, later) = (Crowd(), Later(queue))
      let order = chance.below(2) == 0 ? PromiseOrder.input : .completion
      let sequence = (0..<length).concurrentMap(maxConcurrent: width, order: order) { index in
        crowd.enter()
        let (promise, resolver) = Promise<Trial.Token>.pending()
        created((promise, resolver))
        let settle = { @Sendable in
          crowd.leave()  // before the promise settles, which may create the next one
          resolver.fulfill(trial.token(index))
        }
        if index >= enough {
          later.add(settle)
        } else if index % 3 == 2 {
          settle()
        } else {
          queue.async(execute: settle)
        }
        return promise
      }
      await read(trial, sequence, until: enough, isInOrder: order == .input) { later.begin() }
      trial.expect(crowd.most <= width, "no more promises are pending than the limit allows")
    }
    await trial.expectSoon("each promise settles") { created.entries.allSatisfy(\.promise.isSettled) }
    for (promise, resolver) in created.entries {
      trial.countRace(isFirst: resolver.isCancelled)
      trial.expect(promise.isFulfilled != resolver.isCancelled, "the promise is fulfilled or canceled")
    }
  }

  /// Reads a number of values and then stops.
  private static func read(
    _ trial: Trial, _ sequence: PromiseSequence<Trial.Token>, until enough: Int, isInOrder: Bool,
    leaving: () -> Void = {}
  ) async {
    var received: [Int] = []
    do {
      for try await token in sequence {
        received.append(token.number)
        if received.count == enough {
          leaving()
          break
        }
      }
    } catch {
      trial.expect(false, "the iteration does not fail")
    }
    trial.expect(received.count == enough, "each requested value arrives")
    trial.expect(Set(received).count == received.count, "each value arrives once")
    if isInOrder { trial.expect(received == Array(0..<received.count), "the values are in the order of the promises") }
    trial.step()
  }

  /// Work that a queue must not start until it is released.
  private final class Later: Sendable {
    private let queue: DispatchQueue
    private let held = Lock<[@Sendable () -> Void]?>([])

    init(_ queue: DispatchQueue) { self.queue = queue }

    func add(_ job: @escaping @Sendable () -> Void) {
      let isHeld = held.withLock { held in
        held?.append(job)
        return held != nil
      }
      if !isHeld { queue.async(execute: job) }
    }

    func begin() {
      for job in held.withLock({ $0.take() }) ?? [] { queue.async(execute: job) }
    }
  }
}
