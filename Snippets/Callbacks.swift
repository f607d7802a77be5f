// Wraps a callback API in an `async` function, and an `async` function in a callback API.

import Dispatch
import PromiseConcurrency

/// An old API with a handle for cancellation and a completion handler.
final class Download: Sendable {
  init(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { completion("contents of \(name)", nil) }
  }

  func cancel() { print("download canceled") }
}

// From a callback to `async`. The call resumes exactly once, even if the handler runs twice, immediately, or on another
// thread. It throws if the handler is released without being called.
let text: String = try await wrap { handler in _ = Download("a", completion: handler) }.get()
print(text)

// The same, with a handle for cancellation.
func download(_ name: String) async throws -> String {
  try await withResolver { resolver in
    let download = Download(name, completion: resolver.resolve)
    resolver.onCancel { download.cancel() }
  }
}

let task = Task { try await download("b") }
task.cancel()
print(await task.result)

// A function that drops its handler without calling it.
PromiseDiagnostics.handler = { _ in }
do {
  try await wrap { (_: @escaping @Sendable () -> Void) in }.get()
} catch {
  print(error)
}

// To a callback: an API keeps its completion handler for existing callers.
func download(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  Promise { try await download(name) }.complete(on: .global(), completion)
}

try await wrap { (done: @escaping @Sendable () -> Void) in
  download("c") { text, _ in
    print(text ?? "nothing")
    done()
  }
}.get()
