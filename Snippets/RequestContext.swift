// Gives the handlers of a request its identifier, on every queue.

import Dispatch
import PromiseConcurrency

enum RequestID {
  @TaskLocal static var current: Int?
}

func log(_ text: String) { print("[request \(RequestID.current.map(String.init) ?? "unknown")] \(text)") }

// Once, when the program starts.
PromiseTaskLocals.register(RequestID.$current)

let queue = DispatchQueue(label: "database")

func loadUser(_ id: Int) -> Promise<String> { queue.async(.promise) { "user \(id)" }.promise }

func handle(_ request: Int) -> Promise<Void> {
  RequestID.$current.withValue(request) {
    loadUser(request)
      .map(on: queue) { user in
        log("loaded \(user)")  // sees the identifier of this request
        return user.count
      }
      .done { count in
        await Task.yield()
        log("answered with \(count) characters")
      }
  }
}

try await when(fulfilled: [handle(1), handle(2)]).get()
log("finished")
