// Replaces PromiseKit's extensions to the SDK with a few lines each.

import Foundation
import PromiseConcurrency

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Replaces `dataTask(.promise, with: request)`. Canceling the promise cancels the request.
  func promise(for request: URLRequest) -> Promise<(data: Data, response: URLResponse)> {
    Promise { resolver in
      let task = dataTask(with: request) { data, response, error in
        if let data, let response { resolver.fulfill((data, response)) } else { resolver.resolve(nil, error) }
      }
      resolver.onCancel { task.cancel() }
      task.resume()
    }
  }
}

extension NotificationCenter {
  /// Replaces `observe(once: name)`. Canceling the promise removes the observer. A notification is not `Sendable`, so
  /// `read` extracts the values that are needed.
  func promise<Value: Sendable>(
    of name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Value
  ) -> Promise<Value> {
    let (noted, resolver) = Promise<Value>.pending()
    nonisolated(unsafe) let observer = addObserver(forName: name, object: nil, queue: nil) { note in
      resolver.fulfill(read(note))
    }
    return noted.ensure(on: nil) { [self] in removeObserver(observer) }
  }
}

extension Process {
  /// Replaces `launch(.promise)`, which also provides the pipes and rejects if the status is not 0. Canceling the
  /// promise terminates the process.
  static func promise(running path: String, _ arguments: [String]) -> Promise<Int32> {
    Promise { resolver in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      process.terminationHandler = { resolver.fulfill($0.terminationStatus) }
      try process.run()
      resolver.onCancel { process.terminate() }
    }
  }
}

let opened = Notification.Name("opened")
let first = NotificationCenter.default.promise(of: opened) { $0.object as? String ?? "nothing" }
NotificationCenter.default.post(name: opened, object: "the door")
print(try await first.get())

print("exit status:", try await Process.promise(running: "/bin/sh", ["-c", "exit 3"]).get())

// No server listens on this port.
let request = URLRequest(url: URL(string: "http://localhost:1")!)
let answer = await URLSession.shared.promise(for: request).map(on: nil) { $0.data.count }.getResult()
if case .failure = answer { print("no answer") }
