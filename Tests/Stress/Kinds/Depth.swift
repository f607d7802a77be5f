import Dispatch
import PromiseConcurrency
import TestSupport

extension Kind {
  /// Chains of a million, and promises within promises, on a stack of 512 KiB; and many handlers.
  static let depth = [
    Kind("links of a chain: settled", 1_000_000, settledChain),
    Kind("links of a chain: cancelled", 1_000_000, cancelledChain),
    Kind("links of a chain: dropped", 1_000_000, droppedChain),
    Kind("promises within promises", 20_000, nested),
    Kind("handlers of one promise", 100_000, handlersOfOne),
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

  /// Promises of steps within steps within steps, each kind fulfilled, rejected, cancelled or dropped.
  private static func nested(_ trial: Trial) async {
    for (number, wrap) in wrappings.enumerated() {
      await onSmallStack {
        var chance = trial.chance(number)
        var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
        let token = trial.token(7)
        var whole = pending!.promise.map(on: nil) { $0 + token.number }
        for _ in 0..<trial.count { whole = wrap(whole) }
        trial.goesOn()
        switch chance.below(4) {
        case 0:
          pending!.resolver.fulfill(0)
          trial.expect(whole.value == 7, "the whole has the value")
        case 1:
          // Another error would be tried again, or waited for.
          pending!.resolver.reject(CancellationError())
          trial.expect(whole.error is CancellationError, "the whole is rejected")
        case 2:
          whole.cancel()
          trial.expect(whole.isCancelled && pending!.resolver.isCancelled, "the innermost is cancelled")
        default:
          whole = Promise.value(0)
          pending!.resolver.fulfill(0)
        }
        pending = nil
      }
      trial.goesOn()
    }
  }

  private static let wrappings: [@Sendable (Promise<Int>) -> Promise<Int>] = [
    { promise in retry(on: nil, attempts: 1) { promise } },
    { promise in Promise.value(0).reduce(on: nil, 1) { _, _ in promise } },
    { promise in when(fulfilled: [promise].makeIterator(), concurrently: 1).map(on: nil) { $0[0] } },
    { promise in promise.timeout(.seconds(1_000_000)) },
    { promise in when(fulfilled: [promise]).map(on: nil) { $0[0] } },
    { promise in race([promise]) },
    { promise in Promise.value(0).then(on: nil) { _ in promise } },
  ]

  /// Handlers on a queue and without one, and every tenth is cancelled.
  private static func handlersOfOne(_ trial: Trial) async {
    let queue = DispatchQueue(label: "handlers of one promise")
    let log = Log<Int>()
    let ran = Counter()
    let (promise, resolver) = Promise<Int>.pending()
    let token = trial.token(0)
    let handlers = (0..<trial.count).map { number in
      number % 2 == 0
        ? promise.done(on: queue) { _ in log(number + token.number) } : promise.done(on: nil) { _ in ran.add() }
    }
    for number in stride(from: 0, to: trial.count, by: 10) { handlers[number].cancel() }
    resolver.fulfill(1)
    trial.goesOn()
    await trial.expectSoon("each settles") { handlers.allSatisfy(\.isSettled) }
    trial.expect(ran.value == trial.count / 2, "each that has no queue runs once")
    let expected = (0..<trial.count).filter { $0 % 2 == 0 && $0 % 10 != 0 }
    trial.expect(log.entries == expected, "each on the queue runs once, in order")
  }
}
