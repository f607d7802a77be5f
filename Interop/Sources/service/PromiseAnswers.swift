import AsyncHTTPClient
import NIOCore
import PromiseConcurrency

struct PromiseAnswers: Answers {
  let backend: Backend
  let isInline: Bool

  func value() async throws -> String {
    try await outcome { Promise.value(20).map { $0 + 1 }.map { $0 * 2 }.map { "\($0)" } }
  }

  func upstream() async throws -> String {
    try await outcome {
      retry(attempts: 2, delay: 0.001) { get(backend.unreliablePath()) }.timeout(seconds: 0.2)
    }
  }

  func fanout() async throws -> String {
    try await outcome { when(fulfilled: (0..<3).map { _ in get("/value") }).map { $0.joined(separator: " ") } }
  }

  func slow(_ milliseconds: Int) async throws -> String {
    try await outcome { get("/after/\(milliseconds)").timeout(seconds: 0.2) }
  }

  private func outcome(of chain: () -> Promise<String>) async throws -> String {
    let promise = isInline ? withPromiseQueue(nil, chain) : chain()
    return try await promise.get(cancellation: .forward)
  }

  private func get(_ path: String) -> Promise<String> {
    let response = Promise<HTTPClient.Response> { resolver in
      let request = try HTTPClient.Request(url: backend.url(path))
      let task = backend.client.execute(request: request, delegate: ResponseAccumulator(request: request))
      resolver.onCancel { task.cancel() }
      task.futureResult.whenComplete { resolver.resolve($0) }
    }
    return response.map { try Backend.text($0.status, $0.body) }
  }
}
