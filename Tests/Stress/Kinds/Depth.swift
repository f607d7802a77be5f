import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Chains of a million promises and nested promises, on a stack of 512 KiB, and many handlers of one promise.
  static let depth = [
    Kind("promises of a chain: settled", 1_000_000, settledChain),
    Kind("promises of a chain: canceled", 1_000_000, canceledChain),
    Kind("promises of a chain: released", 1_000_000, releasedChain),
    Kind("nested promises", 20_000, nested),
    Kind("handlers of one promise", 100_000, handlersOfOne),
  ]

  private static func settledChain(_ trial: Trial) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = chain(on: start, trial)
      resolver.fulfill(0)
      trial.expect(end.value == trial.count, "the last promise has the value")
    }
    trial.step()
  }

  private static func canceledChain(_ trial: Trial) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = chain(on: start, trial)
      end.cancel()
      trial.expect(resolver.isCancelled && start.isCancelled && end.isCancelled, "the first promise is canceled")
    }
    trial.step()
  }

  private static func releasedChain(_ trial: Trial) async {
    let ended = Counter()
    await onSmallStack {
      var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      var end: Promise<Int>? = pending.map { chain(on: $0.promise, trial) }
      end?.pipe { if case .failure(PromiseError.abandoned) = $0 { ended.next() } }
      end = nil
      pending = nil
    }
    trial.expectReports(1)
    trial.expect(ended.value == 1, "the last promise is rejected, because the first was abandoned")
  }

  /// A chain in which every thousandth handler captures an object.
  private static func chain(on start: Promise<Int>, _ trial: Trial) -> Promise<Int> {
    var end = start
    for number in 0..<trial.count {
      if number % 1000 == 0 {
        let token = trial.token(number)
        end = end.map(on: nil) { $0 + (token.number - number) + 1 }
      } else {
        end = end.map(on: nil) { $0 + 1 }
      }
      if number % 100_000 == 0 { trial.step() }
    }
    return end
  }

  /// Nested promises of several operators, which are fulfilled, rejected, canceled or released.
  private static func nested(_ trial: Trial) async {
    for (number, wrap) in wrappings.enumerated() {
      await onSmallStack {
        var chance = trial.chance(number)
        var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
        let token = trial.token(7)
        var promise = pending!.promise.map(on: nil) { $0 + token.number }
        for _ in 0..<trial.count { promise = wrap(promise) }
        trial.step()
        switch chance.below(4) {
        case 0:
          pending!.resolver.fulfill(0)
          trial.expect(promise.value == 7, "the outermost promise has the value")
        case 1:
          // After another error, the operators would retry or continue to wait.
          pending!.resolver.reject(CancellationError())
          trial.expect(promise.error is CancellationError, "the outermost promise is rejected")
        case 2:
          promise.cancel()
          trial.expect(promise.isCancelled && pending!.resolver.isCancelled, "the innermost promise is canceled")
        default:
          promise = Promise.value(0)
          pending!.resolver.fulfill(0)
        }
        pending = nil
      }
      trial.step()
    }
  }

  private static let wrappings: [@Sendable (Promise<Int>) -> Promise<Int>] = [
    { promise in retry(on: nil, attempts: 1) { promise } },
    { promise in Promise.value(0).reduce(on: nil, [1]) { _, _ in promise } },
    { promise in when(fulfilled: [promise].makeIterator(), maxConcurrent: 1).map(on: nil) { $0[0] } },
    { promise in promise.timeout(.seconds(1_000_000)) },
    { promise in when(fulfilled: [promise]).map(on: nil) { $0[0] } },
    { promise in race([promise]) },
    { promise in Promise.value(0).then(on: nil) { _ in promise } },
  ]

  /// Handlers on a queue and inline handlers. Every tenth is canceled.
  private static func handlersOfOne(_ trial: Trial) async {
    let queue = DispatchQueue(label: "handlers of one promise")
    let log = Log<Int>()
    let ran = Counter()
    let (promise, resolver) = Promise<Int>.pending()
    let token = trial.token(0)
    let handlers = (0..<trial.count).map { number in
      number % 2 == 0
        ? promise.done(on: queue) { _ in log(number + token.number) } : promise.done(on: nil) { _ in ran.next() }
    }
    for number in stride(from: 0, to: trial.count, by: 10) { handlers[number].cancel() }
    resolver.fulfill(1)
    trial.step()
    await trial.expectSoon("each promise settles") { handlers.allSatisfy(\.isSettled) }
    trial.expect(ran.value == trial.count / 2, "each inline handler runs once")
    let expected = (0..<trial.count).filter { $0 % 2 == 0 && $0 % 10 != 0 }
    trial.expect(log.entries == expected, "each handler on the queue runs once, in order")
  }
}
