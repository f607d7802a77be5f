import Foundation
import PromiseCore
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server within the process: a session whose requests to one host are answered by a test.
struct Stub: Sendable {
  let session: URLSession
  let url: URL

  /// A `POST` request to the server.
  var post: URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return request
  }

  /// Creates a server with a host of its own.
  init(_ answer: @escaping @Sendable (StubRequest) -> Void) {
    let host = "\(UUID().uuidString).test".lowercased()
    StubProtocol.answers.withLock { $0[host] = answer }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    session = URLSession(configuration: configuration)
    url = URL(string: "https://user:secret@\(host)/path?token=secret")!
  }

  /// Creates a server that gives every request the same answer.
  init(status: Int = 200, headers: [String: String] = [:], body: String = "") {
    self.init { $0.respond(status: status, headers: headers, body: [Data(body.utf8)]) }
  }

  /// Creates a server that does not answer.
  ///
  /// - Parameters:
  ///   - started: Opened when a request has arrived.
  ///   - stopped: Opened when a request has been canceled.
  init(started: Gate = Gate(), stopped: Gate) {
    self.init { request in
      request.onStop { stopped.open() }
      started.open()
    }
  }
}

/// A request that has arrived at a ``Stub``.
struct StubRequest: @unchecked Sendable {
  // The protocol calls its client on the thread that loads it, or after it has handed itself over to a test.
  fileprivate let stub: StubProtocol

  var method: String { stub.request.httpMethod ?? "" }
  var url: String { stub.request.url?.absoluteString ?? "" }
  var query: String { URLComponents(string: url)?.percentEncodedQuery ?? "" }
  func header(_ name: String) -> String? { stub.request.value(forHTTPHeaderField: name) }

  /// Sends a whole response.
  func respond(status: Int = 200, headers: [String: String] = [:], body: [Data] = []) {
    begin(status: status, headers: headers)
    for part in body { send(part) }
    finish()
  }

  func begin(status: Int = 200, headers: [String: String] = [:]) {
    let response = HTTPURLResponse(
      url: stub.request.url!, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)!
    stub.client?.urlProtocol(stub, didReceive: response, cacheStoragePolicy: .notAllowed)
  }

  func send(_ data: Data) { stub.client?.urlProtocol(stub, didLoad: data) }
  func finish() { stub.client?.urlProtocolDidFinishLoading(stub) }
  func fail(_ code: URLError.Code) { stub.client?.urlProtocol(stub, didFailWithError: URLError(code)) }
  func onStop(_ handler: @escaping @Sendable () -> Void) { stub.stopHandler.withLock { $0 = handler } }
}

/// Hands each request over to the answer of its host.
final class StubProtocol: URLProtocol {
  static let answers = Lock<[String: @Sendable (StubRequest) -> Void]>([:])
  let stopHandler = Lock<(@Sendable () -> Void)?>(nil)

  override class func canInit(with request: URLRequest) -> Bool {
    answers.withLock { $0[request.url?.host ?? ""] != nil }
  }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    let answer = Self.answers.withLock { $0[request.url?.host ?? ""] }
    answer?(StubRequest(stub: self))
  }
  override func stopLoading() { stopHandler.withLock { $0 }?() }
}

/// A folder that is removed when it is released.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of all files, including hidden ones.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

  func file(_ name: String, containing text: String? = nil) throws -> URL {
    let file = url.appendingPathComponent(name)
    if let text { try Data(text.utf8).write(to: file) }
    return file
  }
}
