import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// What the comments of PromiseTesting show.

private func fetchUser(_ id: Int) -> Promise<String> { .value("user \(id)") }
private func loadGreeting() -> Promise<String> { .value("Hello") }

private final class Model: Sendable {
  private let storage = Log<String>()

  var items: [String] { storage.entries }

  @discardableResult func refresh() -> Promise<Void> {
    when(fulfilled: (1...3).map { fetchUser($0) }).done { [storage] users in users.forEach { storage($0) } }
  }
}

private struct NotFound: Error {
  let id: Int
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TestingComments {
  private let asked = Log<Resolver<String>>()

  /// Returns a promise that stays pending.
  private func ask() -> Promise<String> { Promise { asked($0) } }

  @Test(.promises(time: .manual)) func `fails after five seconds`() async throws {
    let clock = try ManualClock.current
    let answer = ask().timeout(seconds: 5)
    await clock.advance(by: .seconds(5))
    try await expectRejected(answer, throws: PromiseError.timedOut)
  }

  @Test func `expecting rejections`() async throws {
    func fetchUser(_ id: Int) -> Promise<String> { Promise(error: NotFound(id: id)) }
    let error = try await expectRejected(fetchUser(0), throws: NotFound.self)
    #expect(error.id == 0)
  }

  @Test func `finding leaks`() async {
    let left = await promisesLeftAlive {
      let model = Model()
      try? await model.refresh().get()
    }
    #expect(left.isEmpty)
  }
}

@Suite(.promises, .disabled("They are compiled: their limits are too short for many concurrent tests."))
struct TestingCommentsWithLimits {
  @Test(.promises(timeLimit: .seconds(2))) func `loads a greeting`() async throws {
    try await expectFulfilled(loadGreeting())
  }

  @Test func `fetches a user`() async throws {
    let user = try await expectFulfilled(fetchUser(1), within: .milliseconds(200))
    #expect(user == "user 1")
  }

  @Test func `refreshes the model`() async {
    let model = Model()
    model.refresh()
    #expect(await promisesSettled(timeout: .seconds(1)))
    #expect(model.items.count == 3)
  }

  @Test func `waits without a task`() {
    nonisolated(unsafe) var greeting = ""
    let promise = loadGreeting().done { greeting = $0 }
    #expect(waitForPromises(timeout: 1))
    #expect(greeting == "Hello" && promise.isFulfilled)
  }
}
