import PromiseConcurrency

/// Handlers of errors that skip cancellation, and one that does not.
final class Canceling: Sendable {
  let log = Log()
  private let source = Promise<Int>.pending()

  private func wait() -> Promise<Int> { source.promise }
  func stop() { source.resolver.reject(CancellationError()) }

  @MainActor func recovered() async throws -> Int {
    do {
      return try await wait().get()
    } catch let error where !error.isCancelled {
      return 1
    }
  }

  func recovered() -> Promise<Int> {
    Promise { try await self.recovered() }
  }

  @MainActor func recoveredAll() async throws -> Int {
    do {
      return try await wait().get()
    } catch {
      return 2
    }
  }

  func recoveredAll() -> Promise<Int> {
    Promise { try await self.recoveredAll() }
  }

  @MainActor func logged() async throws -> Int {
    do {
      return try await wait().get()
    } catch let error where !error.isCancelled {
      self.log.add("not called")
      throw error
    }
  }

  func logged() -> Promise<Int> {
    Promise { try await self.logged() }
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
