import PromiseConcurrency
import PromiseCore
import TestSupport

extension Kind {
  /// Promises of tasks against cancellation.
  static let working = [Kind("Promise { async } against cancel", 8_000, asyncAgainstCancel)]

  /// The promise of a task is canceled before the task begins, while it runs, or after it has ended.
  private static func asyncAgainstCancel(_ trial: Trial) async {
    let (begun, ended, observed) = (Counter(), Counter(), Counter())
    let promises = (0..<trial.count).map { _ in Handoff<Promise<Trial.Token>>() }
    await clash(
      trial,
      { number in
        let promise = Promise<Trial.Token> {
          begun.next()
          defer { ended.next() }
          var chance = trial.chance(number, for: 9)
          for _ in 0..<chance.below(10) { await Task.yield() }
          try Task.checkCancellation()
          return trial.token(number)
        }
        promise.pipe { _ in observed.next() }
        if number % 4 == 0 { promise.cancel() }
        promises[number].put(promise)
      },
      { number in
        let promise = promises[number].take()
        var chance = trial.chance(number)
        spin(chance.below(2000)) { promise.isPending }
        promise.cancel()
        promises[number].put(promise)
      })
    for (number, promise) in promises.enumerated() {
      let promise = promise.take()
      defer { trial.countRace(isFirst: promise.isCancelled) }
      switch await promise.getResult() {
      case .success(let token): trial.expect(token.number == number, "the promise has the value of its task")
      case .failure(let error): trial.expect(error is CancellationError, "the error is a cancellation")
      }
      trial.step()
    }
    trial.expect(observed.value == trial.count, "each observer is called once")
    await trial.expectSoon("each task that began has ended") { begun.value == ended.value }
  }
}
