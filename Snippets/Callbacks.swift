// An `async` function of a callback, and a callback of an `async` function.

import Dispatch
import PromiseConcurrency

/// Somebody's old API: a handle to cancel with, and a completion handler.
final class Download: Sendable {
  init(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { completion("contents of \(name)", nil) }
  }

  func cancel() { print("download cancelled") }
}

// From a callback. It resumes once, whatever the callee does: twice, at once, from another thread, or never.
let text: String = try await wrap { handler in _ = Download("a", completion: handler) }.get()
print(text)

// The same, with the handle to cancel it by.
func download(_ name: String) async throws -> String {
  try await withResolver { resolver in
    let download = Download(name) { text, error in resolver.resolve(text, error) }
    resolver.onCancel { download.cancel() }
  }
}

let task = Task { try await download("b") }
task.cancel()
print(await task.result)

// A callee that forgets its handler.
PromiseDiagnostics.handler = { _ in }
do {
  try await wrap { (_: @escaping @Sendable () -> Void) in }.get()
} catch {
  print(error)
}

// And back: an API keeps its completion handler for old callers.
func download(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
  Promise { try await download(name) }.complete(on: .global(), completion)
}

try await wrap { (done: @escaping @Sendable () -> Void) in
  download("c") { text, _ in
    print(text ?? "nothing")
    done()
  }
}.get()
