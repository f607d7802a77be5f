import PromiseConcurrency
import PromiseTesting
import Testing

// What the documentation of PromiseConcurrency shows.

private struct User: Sendable, Equatable {
  let id: Int
}

private func user(_ id: Int) async throws -> User { User(id: id) }  // new

private func fetchUser(_ id: Int) -> Promise<User> {  // for those who chain
  Promise { try await user(id) }
}

private func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  fetchUser(id).complete(completion)  // for those who call back
}

@Suite(.promises(timeLimit: .seconds(280))) struct BridgeCodeTests {
  @Test func callersInAllStyles() async throws {
    let one = try await fetchUser(1).get()  // from a promise
    let two: User = try await wrap { loadUser(2, completion: $0) }.get()  // from a callback

    #expect([one, two] == [User(id: 1), User(id: 2)])
  }
}
