// Combines promise steps and `async` steps in one chain.

import PromiseConcurrency

struct User: Sendable {
  var id: Int
  var name: String
}

func login() async throws -> Int { 1 }
func fetchUser(_ id: Int) -> Promise<User> { .value(User(id: id, name: "Ada")) }
func friends(of user: User) async throws -> [Int] { [2, 3] }
func log(_ text: String) async { print(text) }

let names = Promise { try await login() }
  .then { id in fetchUser(id) }  // a promise
  .get { user in await log("hello \(user.name)") }  // `async`
  .map { user in try await friends(of: user) }
  .thenMap { id in fetchUser(id) }  // one promise per element, concurrently
  .ensure { await log("logged out") }  // runs for every outcome

print(try await names.get().map(\.id))
