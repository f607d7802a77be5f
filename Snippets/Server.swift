// Answers requests as a server does: without a main queue, each request in a scope of its own, and with a clean shutdown.

import Dispatch
import PromiseScoping

enum RequestID {
  @TaskLocal static var current: Int?
}

struct Answer: Sendable {
  var status: Int
  var text = ""
}

// Once, when the server starts.
DispatchQueue.promises = .global()
PromiseTaskLocals.register(RequestID.$current)

let mails = PromiseQueue(maxConcurrent: 4, maxWaiting: 100)

/// A function of the old code, with a timer in place of a database.
func loadUser(_ id: Int) -> Promise<String> {
  after(seconds: id == 3 ? 60 : 0.05).map {
    log("loaded")  // has the identifier of the request
    return "user \(id)"
  }
}

func handle(_ id: Int) async throws -> Answer {
  try await RequestID.$current.withValue(id) {
    try await withPromiseScope { _ in
      let user = try await loadUser(id).timeout(seconds: 5).get()
      return Answer(status: 200, text: "Hello, \(user)")
    }
  }
}

func sendMail(_ mail: String) async throws -> Answer {
  if mails.unfinishedCount > 50 { log("mails are getting slow") }
  let sent = mails.add { log("sent \(mail)") }
  do {
    try await sent.get()
    return Answer(status: 200)
  } catch PromiseError.queueIsFull {
    return Answer(status: 503)
  }
}

func log(_ text: String) { print("[request \(RequestID.current.map(String.init) ?? "unknown")] \(text)") }

let requests = (1...3).map { id in Task { try await handle(id) } }
print(try await requests[0].value.text, try await requests[1].value.text, try await sendMail("hello").status)
requests[2].cancel()  // The client has disconnected: its promises are canceled, too.

let left = await PendingPromises.drain(timeout: 10)
print("\(left) promises are pending")
