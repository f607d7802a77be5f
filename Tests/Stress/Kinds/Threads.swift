import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Many timers at the same time, which must not need many threads.
  static let threads = [
    Kind("threads: timers", 100_000, threadsOfTimers),
    Kind("threads: timeouts that never fire", 10_000, threadsOfTimeouts),
    Kind("threads: retries with pauses", 1_000, threadsOfRetries),
  ]

  /// Every other timer fires at the same moment, and the others fire before, at random.
  private static func threadsOfTimers(_ trial: Trial) async {
    let fired = Counter()
    let start = DispatchTime.now().uptimeNanoseconds
    await trial.expectFewThreads("each timer fires") {
      for number in 0..<trial.count {
        let token = trial.token(number)
        var chance = trial.chance(number)
        let moment = number % 2 == 0 ? 1 : Double(chance.below(1000)) / 1000
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        after(seconds: moment - elapsed).done(on: nil) {
          fired.next()
          withExtendedLifetime(token) {}
        }
      }
    } until: {
      fired.value == trial.count
    }
    trial.expect(fired.value == trial.count, "each timer fires once")
  }

  /// Each promise settles in time, which removes its timer.
  private static func threadsOfTimeouts(_ trial: Trial) async {
    let observed = Counter()
    await trial.expectFewThreads("each promise settles") {
      let pending = (0..<trial.count).map { _ in Promise<Trial.Token>.pending() }
      for (promise, _) in pending {
        promise.timeout(seconds: 3600).done(on: nil) { _ in observed.next() }.cauterize()
      }
      for (number, (_, resolver)) in pending.enumerated() { resolver.fulfill(trial.token(number)) }
    } until: {
      observed.value == trial.count
    }
    trial.expect(observed.value == trial.count, "no timeout fires")
  }

  private static func threadsOfRetries(_ trial: Trial) async {
    let queue = DispatchQueue(label: "retries with pauses")
    let (attempts, rejected) = (Counter(), Counter())
    await trial.expectFewThreads("each retry gives up") {
      for number in 0..<trial.count {
        let token = trial.token(number)
        retry(on: queue, attempts: 9, delay: 0.001) { () -> Promise<Int> in
          attempts.next()
          throw TestError.one
        }.catch(on: nil) { _ in
          rejected.next()
          withExtendedLifetime(token) {}
        }
      }
    } until: {
      rejected.value == trial.count
    }
    trial.expect(attempts.value == 10 * trial.count, "each retry makes ten attempts")
  }
}
