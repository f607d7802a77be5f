import AsyncHTTPClient
import NIOCore

struct FutureAnswers: Answers {
  let backend: Backend

  private var eventLoop: any EventLoop { backend.client.eventLoopGroup.any() }

  func value() async throws -> String {
    try await eventLoop.makeSucceededFuture(20).map { $0 + 1 }.map { $0 * 2 }.map { "\($0)" }.get()
  }

  func upstream() async throws -> String { try await attempt(retries: 2, .now() + .milliseconds(200)).get() }

  private func attempt(retries: Int, _ deadline: NIODeadline) -> EventLoopFuture<String> {
    let future = get(backend.unreliablePath(), deadline).futureResult.flatMapThrowing(text)
    return future.flatMapError { [eventLoop = future.eventLoop] error in
      guard retries > 0, error is Backend.Unavailable else { return eventLoop.makeFailedFuture(error) }
      return eventLoop.flatScheduleTask(in: .milliseconds(1)) { attempt(retries: retries - 1, deadline) }.futureResult
    }
  }

  func fanout() async throws -> String {
    let futures = (0..<3).map { _ in get("/value").futureResult.flatMapThrowing(text) }
    return try await EventLoopFuture.whenAllSucceed(futures, on: eventLoop).map { $0.joined(separator: " ") }.get()
  }

  func slow(_ milliseconds: Int) async throws -> String {
    let task = get("/after/\(milliseconds)", .now() + .milliseconds(200))
    return try await withTaskCancellationHandler {
      try await task.futureResult.flatMapThrowing(text).get()
    } onCancel: {
      task.cancel()
    }
  }

  @Sendable private func text(_ response: HTTPClient.Response) throws -> String {
    try Backend.text(response.status, response.body)
  }

  private func get(_ path: String, _ deadline: NIODeadline? = nil) -> HTTPClient.Task<HTTPClient.Response> {
    let request = try! HTTPClient.Request(url: backend.url(path))  // The URL is valid.
    return backend.client.execute(
      request: request, delegate: ResponseAccumulator(request: request), deadline: deadline)
  }
}
