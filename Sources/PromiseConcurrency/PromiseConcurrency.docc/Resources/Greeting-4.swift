import Foundation
import PromiseConcurrency

struct User: Sendable {
  let name: String
}

func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(User(name: "user \(id)"), nil) }
}

func loadUser(_ id: Int) -> Promise<User> {
  wrap { handler in loadUser(id, completion: handler) }
}

func loadGreeting(_ id: Int) async throws -> String {
  let user = try await loadUser(id).get()
  return "Hello, \(user.name)"
}

func loadGreeting(_ id: Int) -> Promise<String> {
  Promise { try await loadGreeting(id) }
}

func loadGreeting(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  loadGreeting(id).complete(completion)
}
