import AsyncHTTPClient
import Foundation
import NIOCore
import PromiseConcurrency

struct PromiseAnswers: Answers {
  let backend: Backend

  func value() async throws -> String {
    try await Promise.value(20).map { $0 + 1 }.map { $0 * 2 }.map { "\($0)" }.get()
  }

  func upstream() async throws -> String {
    try await retry(attempts: 2, delay: 0.001) { get(backend.unreliablePath()) }.timeout(seconds: 0.2)
      .get(cancellation: .forward)
  }

  func fanout() async throws -> String {
    try await when(fulfilled: (0..<3).map { _ in get("/value") }).map { $0.joined(separator: " ") }
      .get(cancellation: .forward)
  }

  func slow(_ milliseconds: Int) async throws -> String {
    try await get("/after/\(milliseconds)").timeout(seconds: 0.2).get(cancellation: .forward)
  }

  /// The answer of a handler that blocks its thread for 200 ms.
  func blocked() async throws -> String {
    try await Promise.value("done").get { _ in Thread.sleep(forTimeInterval: 0.2) }.get()
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
