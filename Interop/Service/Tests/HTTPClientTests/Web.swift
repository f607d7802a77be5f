import AsyncHTTPClient
import InteropSupport
import NIOCore
import NIOPosix
import Testing
import Upstream

/// Provides each test with a client and a server, and shuts them down when the test ends. Use it as `.web`.
struct WebTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var current: Web!

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> WebTrait? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MultiThreadedEventLoopGroup.withEventLoopGroup(numberOfThreads: 1) { group in
      let (received, abandoned) = (Gate(), Gate())
      let upstream = try await Upstream(group: group) { event in
        switch event {
        case .received: received.open()
        case .answered: break
        case .abandoned: abandoned.open()
        }
      }
      try await HTTPClient.withHTTPClient(eventLoopGroup: group) { client in
        let web = Web(client: client, upstream: upstream, received: received, abandoned: abandoned)
        try await Self.$current.withValue(web, operation: function)
      }
      try await upstream.close()
    }
  }
}

extension Trait where Self == WebTrait {
  static var web: WebTrait { WebTrait() }
}

/// A client, and the server that it calls.
struct Web: Sendable {
  let client: HTTPClient
  let upstream: Upstream
  /// Opens when the server has received a request.
  let received: Gate
  /// Opens when the connection of a request was closed before the answer.
  let abandoned: Gate

  func url(_ path: String) -> String { "http://127.0.0.1:\(upstream.port)\(path)" }
}
