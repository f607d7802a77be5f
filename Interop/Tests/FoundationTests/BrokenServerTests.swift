import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests servers that are absent, slow, or violate the protocol.
@Suite(.promises(timeLimit: .testLimit), .web) struct BrokenServerTests {
  let web = WebTrait.current!

  /// An answer that is not valid, and the error with which Foundation rejects it.
  enum Answer: CaseIterable, Sendable {
    case lessThanDeclared
    case incompleteChunk
    case noLastChunk
    case garbage
    case nothing

    /// What the server sends before it closes the connection.
    var text: String {
      switch self {
      case .lessThanDeclared: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"
      case .incompleteChunk: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo"
      case .noLastChunk: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
      case .garbage: "garbage\u{1}\u{2}\r\n\r\n"
      case .nothing: ""
      }
    }

    /// The code of Foundation's error.
    var code: URLError.Code {
      #if canImport(FoundationNetworking)
        switch self {
        case .lessThanDeclared, .incompleteChunk, .noLastChunk: .unknown
        case .garbage: .unsupportedURL
        case .nothing: .badServerResponse
        }
      #else
        self == .garbage ? .cannotParseResponse : .networkConnectionLost
      #endif
    }

    /// The text of Foundation's error.
    var reason: String {
      switch self {
      case .lessThanDeclared: "transfer closed with 95 bytes remaining to read"
      case .incompleteChunk, .noLastChunk: "transfer closed with outstanding read data remaining"
      case .garbage: "Received HTTP/0.9 when not allowed"
      case .nothing: "Empty reply from server"
      }
    }
  }

  @Test(arguments: Answer.allCases, Transfer.allCases)
  func `an invalid answer rejects the promise and leaves no file`(answer: Answer, transfer: Transfer) async throws {
    try await RawServer.with(sending: answer.text) { server in
      let error = try await expectURLError(transfer.start(web, server.url()), answer.code)
      #if canImport(FoundationNetworking)
        #expect(error.localizedDescription == answer.reason)
      #endif
    }
    #expect(try web.files == transfer.filesAfterFailure)
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: Transfer.allCases)
    func `a connection that ends within the head rejects the promise`(transfer: Transfer) async throws {
      // Foundation of Swift 6.3 traps: “Transfer completed, but there's no response.” This is fixed in its repository.
      await withKnownIssue {
        await #expect(processExitsWith: .success) { [transfer] in
          try await Web.with { web in
            try await RawServer.with(sending: "HTTP/1.1 200 OK\r\nContent-Len") { server in
              _ = try await expectURLError(transfer.start(web, server.url()), .networkConnectionLost)
            }
          }
        }
      }
    }
  #endif

  #if canImport(FoundationNetworking)
    @Test(arguments: Transfer.allCases)
    func `a response that switches protocols rejects the promise`(transfer: Transfer) async throws {
      let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"
      try await SilentServer.with(head) { silent in
        try await expectURLError(transfer.start(web, silent.server.url()), .badServerResponse)
        try await silent.closed.opened()
      }
      #expect(try web.files == transfer.filesAfterFailure)
    }

    @Test(arguments: Transfer.allCases)
    func `a challenge that Foundation cannot meet is the response`(transfer: Transfer) async throws {
      for method in ["Digest realm=\"x\", nonce=\"y\"", "Bearer", "Negotiate"] {
        let head = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(method)\r\nContent-Length: 0\r\n\r\n"
        try await RawServer.with(sending: head) { server in
          try await expectFulfilled(transfer.start(web, server.url()), within: .testLimit)
        }
        if transfer == .download { try FileManager.default.removeItem(at: web.file) }
      }
    }
  #endif

  @Test func `bytes beyond the declared length are ignored`() async throws {
    try await RawServer.with(sending: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello world") { server in
      #expect(try await web.session.dataTask(.promise, with: server.url()).get().data == Data("hello".utf8))
      try await web.session.downloadTask(.promise, with: server.url(), to: web.file).get()
    }
    #expect(try Data(contentsOf: web.file) == Data("hello".utf8))
  }

  @Test func `a body of undeclared length ends with the connection`() async throws {
    try await RawServer.with(sending: "HTTP/1.1 200 OK\r\n\r\nhello") { server in
      #expect(try await web.session.dataTask(.promise, with: server.url()).get().data == Data("hello".utf8))
      try await web.session.downloadTask(.promise, with: server.url(), to: web.file).get()
    }
    #expect(try Data(contentsOf: web.file) == Data("hello".utf8))
  }

  @Test(arguments: Transfer.allCases) func `a refused connection rejects the promise`(transfer: Transfer) async throws {
    // The port is free again when the server has stopped.
    let url = try await RawServer.with(sending: "") { $0.url("/path?token=1") }
    try await expectURLError(transfer.start(web, url), .cannotConnectToHost)
    #expect(try web.files == transfer.filesAfterFailure)
  }

  @Test(arguments: Transfer.allCases) func `redirects in a circle reject the promise`(transfer: Transfer) async throws {
    await web.redirect("/a", to: "/b")
    await web.redirect("/b", to: "/a")
    try await expectURLError(transfer.start(web, web.url("/a")), .httpTooManyRedirects)
    #expect(try web.files == transfer.filesAfterFailure)
  }

  // MARK: Timeouts

  @Test(arguments: Transfer.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"])
  func `a timeout of the promise closes the connection`(transfer: Transfer, prefix: String) async throws {
    try await SilentServer.with(prefix) { silent in
      let promise = try transfer.start(web, silent.server.url())
      try await silent.requested.opened()
      let error = try await expectRejected(promise.timeout(seconds: 0.05), throws: PromiseError.self)
      #expect(error == .timedOut)
      #expect(String(reflecting: error).contains("the timeout set at FoundationTests/"), "\(error)")
      #expect(promise.isCancelled)
      try await silent.closed.opened()
    }
    try await eventually("A file is left.") { try web.files == transfer.filesAfterFailure }
  }

  @Test(arguments: Transfer.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"])
  func `a timeout of the request closes the connection`(transfer: Transfer, prefix: String) async throws {
    try await SilentServer.with(prefix) { silent in
      // Foundation on Linux counts whole seconds, and ignores the interval that the initializer takes.
      var request = URLRequest(url: silent.server.url())
      request.timeoutInterval = 1
      try await expectURLError(transfer.start(web, request), .timedOut)
      try await silent.closed.opened()
    }
    #expect(try web.files == transfer.filesAfterFailure)
  }

  // MARK: Retrying

  @Test func `a request is retried while the server is unavailable`() async throws {
    let requests = Log<String>()
    await web.answer("/user") { request in
      requests(request.method.rawValue)
      return HTTPResponse(
        statusCode: requests.count <= 2 ? .serviceUnavailable : .ok, body: Data("attempt \(requests.count)".utf8))
    }
    let (session, url, remaining) = (web.session, web.url("/user"), Log<Int>())
    let (data, _) = try await retry(
      attempts: 5, delay: .exponential(initial: 0.001, maximum: 0.01),
      condition: { left, error in
        remaining(left)
        return (error as? ResponseError)?.statusCode == 503
      }
    ) { session.get(url) }.get()
    #expect(String(decoding: data, as: UTF8.self) == "attempt 3")
    #expect(requests.entries == ["GET", "GET", "GET"] && remaining.entries == [5, 4])
  }

  @Test func `a request is not retried after another error`() async throws {
    let requests = Log<String>()
    await web.answer("/user") { request in
      requests(request.path)
      return HTTPResponse(statusCode: .notFound)
    }
    let (session, url) = (web.session, web.url("/user"))
    let promise = retry(
      attempts: 5, delay: .milliseconds(1), condition: { _, error in (error as? ResponseError)?.statusCode == 503 }
    ) { session.get(url) }
    #expect(try await expectRejected(promise, throws: ResponseError.self).statusCode == 404)
    #expect(requests.count == 1)
  }
}
