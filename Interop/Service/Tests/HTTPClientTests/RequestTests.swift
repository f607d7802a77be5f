import AsyncHTTPClient
import InteropSupport
import NIOCore
import NIOHTTP1
import PromiseConcurrency
import PromiseScoping
import PromiseTesting
import Testing
import Upstream

/// Tests the two ways to send a request with AsyncHTTPClient as a promise: that the response arrives, and that the request
/// ends with the promise.
@Suite(.web, .promises(timeLimit: .testLimit)) struct RequestTests {
  let web = WebTrait.current!

  /// How a request becomes a promise.
  enum Recipe: CaseIterable {
    case callbacks, async
  }

  private func send(_ path: String, by recipe: Recipe) throws -> Promise<String> {
    let client = web.client
    switch recipe {
    case .callbacks:
      let request = try HTTPClient.Request(url: web.url(path))
      let response = Promise<HTTPClient.Response> { resolver in
        let task = client.execute(request: request, delegate: ResponseAccumulator(request: request))
        resolver.onCancel { task.cancel() }
        task.futureResult.whenComplete { resolver.resolve($0) }
      }
      return response.map(on: nil) { response in "\(response.status.code) \(String(buffer: response.body!))" }
    case .async:
      let request = HTTPClientRequest(url: web.url(path))
      return Promise {
        let response = try await client.execute(request, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 1 << 20)
        return "\(response.status.code) \(String(buffer: body))"
      }
    }
  }

  @Test(arguments: Recipe.allCases) func `the response arrives as a promise`(recipe: Recipe) async throws {
    #expect(try await send("/value", by: recipe).get() == "200 42")
    #expect(try await send("/unavailable", by: recipe).get() == "503 42")
    #expect(web.upstream.count(of: .answered) == 2)
  }

  @Test(arguments: Recipe.allCases) func `an error of the client rejects the promise`(recipe: Recipe) async throws {
    let promise = try send("/close", by: recipe)
    try await expectRejected(promise, throws: HTTPClientError.remoteConnectionClosed, within: .testLimit)
  }

  @Test(arguments: Recipe.allCases) func `canceling the promise closes the request`(recipe: Recipe) async throws {
    let promise = try send("/never", by: recipe)
    try await web.received.opened()
    promise.cancel()
    #expect(promise.isCancelled)
    try await web.abandoned.opened()
  }

  @Test(arguments: Recipe.allCases) func `a timeout closes the request`(recipe: Recipe) async throws {
    let promise = try send("/never", by: recipe)
    try await web.received.opened()
    try await expectRejected(promise.timeout(seconds: 0.001), throws: PromiseError.timedOut, within: .testLimit)
    try await web.abandoned.opened()
  }

  @Test(arguments: Recipe.allCases)
  func `canceling the task of a scope closes the request`(recipe: Recipe) async throws {
    let task = Task {
      try await withPromiseScope { scope in try send("/never", by: recipe).store(in: scope) }
    }
    try await web.received.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await web.abandoned.opened()
  }

  @Test(arguments: Recipe.allCases)
  func `canceling the task that waits in a scope closes the request`(recipe: Recipe) async throws {
    let task = Task {
      try await withPromiseScope { _ in try await send("/never", by: recipe).get() }
    }
    try await web.received.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await web.abandoned.opened()
  }

  @Test(arguments: Recipe.allCases)
  func `of two requests, canceling one leaves the other`(recipe: Recipe) async throws {
    let answered = try send("/after/20", by: recipe)
    let canceled = try send("/never", by: recipe)
    canceled.cancel()
    #expect(try await answered.get() == "200 42")
  }
}
