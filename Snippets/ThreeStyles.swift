// Shows one function in three styles, each of which can call the others.

import Dispatch
import PromiseConcurrency

struct User: Sendable {
  let name: String
}

func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(User(name: "user \(id)"), nil) }
}

// From a completion handler to a promise …
func fetchUser(_ id: Int) -> Promise<User> {
  wrap { handler in loadUser(id, completion: handler) }
}

// … from a promise to async …
func greet(_ id: Int) async throws -> String {
  "Hello, \(try await fetchUser(id).get().name)"
}

// … from async to a promise …
func fetchGreeting(_ id: Int) -> Promise<String> {
  Promise { try await greet(id) }
}

// … and from a promise to a completion handler.
func loadGreeting(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  fetchGreeting(id).complete(completion)
}

let greeting: String = try await wrap { handler in loadGreeting(1, completion: handler) }.get()
print(greeting)
