import Foundation
import PromiseConcurrency

// Completion handlers that are awaited.
struct Callbacks: Sendable {
  let sdk: SDK

  func load(_ id: Int) async throws -> String {
    try await wrap { handler in sdk.load(id, completion: handler) }.get(cancellation: .forward)
  }

  func save(_ text: String) async throws {
    try await wrap { sdk.save(text, completion: $0) }.get()
  }

  func count(_ text: String) async throws -> Int {
    try await Promise { resolver in sdk.count(text, completion: resolver.resolve) }.get()
  }

  func length(_ id: Int) async throws -> Int {
    try await Promise<Int> { resolver in
      // Both arguments are needed.
      sdk.load(id) { text, error in resolver.resolve(text?.count, error) }
    }.get()
  }

  func isOnline() async -> Bool {
    await Guarantee { seal in sdk.isOnline(completion: seal) }.get()
  }

  func hang() async throws -> Int {
    try await withResolver { resolver in
      let stop = sdk.hang(completion: resolver.resolve)
      resolver.onCancel(stop)
    }
  }

  func wait() -> Promise<Int> {
    Promise { resolver in
      let call = SDKCall(cancel: sdk.hang(completion: resolver.resolve))
      resolver.onCancel { call.cancel() }
    }
  }
}

let callbackPrograms: [Program] = [
  (
    "callbacks are awaited",
    {
      let sdk = SDK()
      let callbacks = Callbacks(sdk: sdk)
      var lines: [String] = []
      for id in [1, 0] { lines.append(await outcome("load \(id)") { try await callbacks.load(id) }) }
      lines.append(await outcome("save") { try await callbacks.save("text") })
      for text in ["four", ""] { lines.append(await outcome("count") { try await callbacks.count(text) }) }
      for id in [12, 0] { lines.append(await outcome("length") { try await callbacks.length(id) }) }
      lines.append("online: \(await callbacks.isOnline())")
      return lines + sdk.log.lines
    }
  ),
  (
    "a canceled task stops the callee",
    {
      let sdk = SDK()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await Callbacks(sdk: sdk).hang()
      }
      let other = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await Callbacks(sdk: sdk).wait().get(cancellation: .forward)
      }
      return [
        await outcome("hang") { try await task.value }, await outcome("wait") { try await other.value },
      ] + sdk.log.lines
    }
  ),
]
