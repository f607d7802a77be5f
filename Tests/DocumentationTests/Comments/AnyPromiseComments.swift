import PromiseCore
import PromiseTesting
import TestSupport
import Testing

// What the comments of `AnyPromise` and `RaceErrors` show.

final class PendingWork {
  private var pending: [AnyPromise] = []

  func cancelAll() {
    for promise in pending { promise.cancel() }
  }
}

extension PendingWork {
  fileprivate func wait(for promise: AnyPromise) { pending.append(promise) }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AnyPromiseComments {
  private let shown = Log<String>()

  @Test func `a list of pending work cancels promises of different types`() {
    let work = PendingWork()
    let (number, numberResolver) = Promise<Int>.pending()
    let (text, textResolver) = Promise<String>.pending()
    work.wait(for: AnyPromise(number))
    work.wait(for: AnyPromise(text))
    work.cancelAll()
    #expect(number.isCancelled && text.isCancelled)
    number.catch(on: nil, policy: .allErrors) { _ in }
    text.catch(on: nil, policy: .allErrors) { _ in }
    withExtendedLifetime((numberResolver, textResolver)) {}
  }

  @Test func `every error of a race without a winner is shown`() async throws {
    let mirrors = ["one", "two"]
    @Sendable func fetch(_ mirror: String) -> Promise<String> { Promise(error: TestError.one) }
    @Sendable func show(_ error: any Error) { shown("\(error)") }
    @Sendable func log(_ text: String) { shown(text) }
    race(fulfilled: mirrors.map { fetch($0) }).catch { error in
      guard case PromiseError.noWinner(let errors) = error else { return show(error) }
      for (mirror, error) in zip(mirrors, errors) { log("\(mirror): \(error)") }
    }
    #expect(await promisesSettled(timeout: .testLimit))
    #expect(shown.entries == ["one: one", "two: one"])
  }
}
