// One function in three styles, each of which can call the others.

import Dispatch
import PromiseConcurrency

struct User: Sendable {
  let name: String
}

// As it was.
func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
  DispatchQueue.global().async { completion(User(name: "user \(id)"), nil) }
}

// Its callers get a promise …
func loadUser(_ id: Int) -> Promise<User> {
  wrap { handler in loadUser(id, completion: handler) }
}

// … or wait for one …
func printName(of id: Int) async throws {
  let user = try await loadUser(id).get()
  print(user.name)
}

// … and what is written with `async` today is a promise for those who are not there yet.
func printNameLater(of id: Int) -> Promise<Void> {
  Promise { try await printName(of: id) }
}

try await printNameLater(of: 1).get()
