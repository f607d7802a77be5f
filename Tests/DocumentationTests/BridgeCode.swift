import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code in the documentation of PromiseConcurrency.

private actor Store {
  private(set) var saved: [String] = []
  func save(_ text: String) { saved.append(text) }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct BridgeCodeTests {
  private let shown = Log<String>()

  struct User: Sendable, Equatable {
    let id: Int
    var name: String { "user \(id)" }
  }

  func login() async throws -> Int { 1 }
  func friends(of user: User) async throws -> [String] { ["Ada", user.name] }
  func loadAvatar(_ user: User) -> Promise<String> { .value("face of \(user.name)") }

  func user(_ id: Int) async throws -> User { User(id: id) }  // new

  func fetchUser(_ id: Int) -> Promise<User> {  // for callers that chain
    Promise { try await user(id) }
  }

  func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    fetchUser(id).complete(completion)  // for callers that pass a handler
  }

  private func show(_ line: String) { shown(line) }
  private func log(_ line: String) async { shown(line) }

  @Test func `callers in all styles`() async throws {
    // from a promise
    let one = try await fetchUser(1).get()

    // from a completion handler
    let two: User = try await wrap { handler in loadUser(2, completion: handler) }.get()

    #expect([one, two] == [User(id: 1), User(id: 2)])
  }

  @Test(.promises(time: .manual)) func `a time limit`() async throws {
    // Throws `PromiseError.timedOut` after five seconds.
    let user = try await fetchUser(1).get(timeout: 5)

    #expect(user == User(id: 1))
  }

  @Test func `one chain with both kinds of steps`() async throws {
    let names = Promise { try await login() }
      .then { id in fetchUser(id) }
      .map { user in try await friends(of: user) }
      .ensure { await log("done") }

    #expect(try await names.get() == ["Ada", "user 1"])
  }

  @Test func `values in the order of completion`() async throws {
    let users = [User(id: 1), User(id: 2)]
    for try await avatar in users.map(loadAvatar).inCompletionOrder {
      show(avatar)  // leaving the loop cancels the others
    }

    #expect(shown.entries == ["face of user 1", "face of user 2"])
  }

  @Test func `work that keeps its order`() async throws {
    let store = Store()
    let saves = PromiseQueue()  // first in, first out

    @Sendable func textChanged(_ text: String) {
      saves.add { await store.save(text) }
    }

    for text in ["a", "ab", "abc"] { textChanged(text) }
    try await saves.add {}.get()
    #expect(await store.saved == ["a", "ab", "abc"])
  }
}
