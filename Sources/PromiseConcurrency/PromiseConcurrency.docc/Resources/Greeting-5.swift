import Foundation
import PromiseConcurrency

struct User: Sendable {
  let name: String
}

func loadUser(_ id: Int) async throws -> User {
  User(name: "user \(id)")
}

func loadGreeting(_ id: Int) async throws -> String {
  let user = try await loadUser(id)
  return "Hello, \(user.name)"
}

func loadGreeting(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  Promise { try await loadGreeting(id) }.complete(completion)
}
