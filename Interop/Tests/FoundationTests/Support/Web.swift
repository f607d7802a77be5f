import FlyingFox
import FlyingSocks
import Foundation
import InteropSupport
import PromiseFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A web server on a free port of this computer, with a session to send requests to it and a folder for downloads.
struct Web: Sendable {
  /// The folder, which is empty at first.
  let folder: URL
  let session: URLSession
  private let server: HTTPServer
  private let port: UInt16

  /// Starts a server, and stops it when `body` returns.
  static func with<Value: Sendable>(_ body: @Sendable (Web) async throws -> Value) async throws -> Value {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, pool: HTTPServer.defaultPool(), logger: .disabled)
    let task = Task { try await server.run() }
    try await server.waitUntilListening(timeout: TestLimit.seconds)
    guard case .ip4(_, port: let port)? = await server.listeningAddress else { throw URLError(.cannotFindHost) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("FoundationTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let session = URLSession(configuration: .ephemeral)
    let outcome: Result<Value, any Error>
    do {
      outcome = .success(try await body(Web(folder: folder, session: session, server: server, port: port)))
    } catch {
      outcome = .failure(error)
    }
    session.invalidateAndCancel()
    task.cancel()
    _ = await task.result
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
  }

  /// Returns a URL of the server.
  ///
  /// - Parameter path: The path, and the query if there is one.
  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// Answers the requests for a path.
  func answer(_ path: String, _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) async {
    await server.appendRoute(HTTPRoute(path), handler: handler)
  }

  /// Answers the requests for a path with a text.
  func answer(
    _ path: String, _ status: HTTPStatusCode = .ok, _ text: String, type: String = "text/plain; charset=utf-8"
  ) async {
    await answer(path) { _ in HTTPResponse(statusCode: status, headers: [.contentType: type], body: Data(text.utf8)) }
  }

  /// Redirects the requests for a path to another path.
  func redirect(_ path: String, to target: String) async {
    await answer(path) { _ in
      HTTPResponse(statusCode: .temporaryRedirect, headers: [.location: target], body: Data("moved".utf8))
    }
  }

  /// Answers the requests for a path with a description of the request, as JSON. Returns the URL.
  func echo(_ path: String = "/echo") async -> URL {
    await answer(path) { request in
      let echo = try await Echo(request)
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"], body: try JSONEncoder().encode(echo))
    }
    return url(path)
  }

  /// The location of a download, in the folder.
  var file: URL { folder.appendingPathComponent("download") }

  /// The names of the files in the folder, including those that are hidden.
  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }
}

extension URLSession {
  /// The number of tasks that have not ended.
  var taskCount: Int {
    get async {
      await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0.count) } }
    }
  }
}

/// A request as the server received it.
struct Echo: Codable, Equatable {
  let method: String
  let path: String
  /// The fields of the query, decoded as a server does.
  let query: [String: String]
  /// The headers, with lowercase names.
  let headers: [String: String]
  /// The body as UTF-8.
  let body: String

  fileprivate init(_ request: HTTPRequest) async throws {
    method = request.method.rawValue
    path = request.path
    query = Self.fields(of: request.target.query())
    headers = Dictionary(request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }) { "\($0), \($1)" }
    body = String(decoding: try await request.bodyData, as: UTF8.self)
  }

  /// The fields of the body, if it is a form.
  var form: [String: String] { Self.fields(of: body) }

  /// Decodes a query or a form, in which a plus sign is a space.
  private static func fields(of query: String) -> [String: String] {
    let pairs = query.split(separator: "&").map { pair in
      pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "invalid"
      }
    }
    return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { "\($0), \($1)" }
  }
}

/// Provides each test with its own ``Web``. Use it as `.web`.
struct WebTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var current: Web!

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> WebTrait? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Web.with { web in try await Self.$current.withValue(web, operation: function) }
  }
}

extension Trait where Self == WebTrait {
  static var web: WebTrait { WebTrait() }
}
