// Waits for a promise in a synchronous program, while handlers run on the main queue.

import PromiseFoundation

/// A function of a library, with a timer in place of a request.
func fetchUsers() -> Promise<[String]> { after(seconds: 0.1).map(on: nil) { ["Ada", "Grace"] } }

let users = try fetchUsers().map { $0.count }.waitServingMainQueue()
print(users)
