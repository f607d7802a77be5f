import PromiseConcurrency

/// Handlers of errors that skip cancellation, and one that does not.
final class Canceling: Sendable {
  let log = Log()
  private let source = Promise<Int>.pending()

  private func wait() -> Promise<Int> { source.promise }
  func stop() { source.resolver.reject(CancellationError()) }

  func recovered() -> Promise<Int> {
    wait().recover { _ in Promise.value(1) }
  }

  func recoveredAll() -> Promise<Int> {
    wait().recover(policy: .allErrors) { _ in Promise.value(2) }
  }

  func logged() -> Promise<Int> {
    wait().catch { _ in self.log.add("not called") }
  }
}

let cancelingPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "canceled",
    {
      let canceled = Canceling()
      let kept: Promise<Int> = canceled.recovered()
      let all: Promise<Int> = canceled.recoveredAll()
      let logged: Promise<Int> = canceled.logged()
      canceled.stop()
      let lines = [
        await outcome("recovered", kept), await outcome("recoveredAll", all), await outcome("logged", logged),
      ]
      return lines + canceled.log.lines
    }
  )
]
