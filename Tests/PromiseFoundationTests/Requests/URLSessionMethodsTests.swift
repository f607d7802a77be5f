import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLSessionMethodsTests {
  /// A server that answers with what it received.
  private let echo = Stub { request in
    let text = """
      \(request.method) \(request.query) \(request.header("X-Name") ?? "-") \(request.header("Content-Type") ?? "-")
      """
    request.respond(body: [Data(text.utf8)])
  }

  private var url: URL { URL(string: "https://\(echo.url.host!)/path")! }

  private func text(_ promise: Promise<(data: Data, response: URLResponse)>) async throws -> String {
    String(decoding: try await promise.get().data, as: UTF8.self)
  }

  @Test func `each function sends its method`() async throws {
    let session = echo.session
    #expect(try await text(session.get(url)) == "GET  - -")
    #expect(try await text(session.post(url)) == "POST  - -")
    #expect(try await text(session.put(url, headers: ["X-Name": "value"])) == "PUT  value -")
    #expect(try await text(session.delete(url, query: ["a": "1"])) == "DELETE a=1 - -")
  }

  private typealias Method = @Sendable (URLSession, URL) -> Promise<(data: Data, response: URLResponse)>

  private static let methods: [(received: String, send: Method)] = [
    ("GET a=1 x -", { $0.get($1, query: ["a": "1"], headers: ["X-Name": "x"]) }),
    ("POST a=1 x application/json", { $0.post($1, query: ["a": "1"], headers: ["X-Name": "x"], body: .json([1])) }),
    ("PUT a=1 x application/json", { $0.put($1, query: ["a": "1"], headers: ["X-Name": "x"], body: .json([1])) }),
    ("DELETE a=1 x application/json", { $0.delete($1, query: ["a": "1"], headers: ["X-Name": "x"], body: .json([1])) }),
  ]

  @Test(arguments: methods.indices) func `each function sends every argument`(_ index: Int) async throws {
    let (received, send) = Self.methods[index]
    #expect(try await text(send(echo.session, url)) == received)
  }

  @Test func `fields are added to the query in the order of their names`() async throws {
    let fields = ["b": "x y+z&=", "a": "ü", "c": ""]
    #expect(try await text(echo.session.get(url, query: fields)) == "GET a=%C3%BC&b=x%20y%2Bz%26%3D&c= - -")
    #expect(try await text(echo.session.get(echo.url, query: ["a": "1"])) == "GET token=secret&a=1 - -")
  }

  @Test func `a body has its media type`() async throws {
    let session = echo.session
    #expect(try await text(session.post(url, body: .json([1]))) == "POST  - application/json")
    #expect(
      try await text(session.put(url, body: .form(["a": "1"])))
        == "PUT  - application/x-www-form-urlencoded; charset=utf-8")
    #expect(try await text(session.delete(url, body: .data(Data()))) == "DELETE  - application/octet-stream")
    #expect(try await text(session.post(url, body: .json(["a": 1, "b": "c"]))) == "POST  - application/json")
    let headers = ["Content-Type": "text/plain"]
    #expect(try await text(session.post(url, headers: headers, body: .json([1]))) == "POST  - text/plain")
  }

  @Test func `a body that cannot be encoded rejects the promise`() async throws {
    let stub = Stub { _ in Issue.record("The request was sent.") }
    let error = try await requireRejected(stub.session.post(stub.url, body: .json([Double.nan])))
    #expect(error is EncodingError)
    let mixed = try await requireRejected(stub.session.post(stub.url, body: .json(["a": 1, "b": Stub.self])))
    #expect(mixed is EncodingError)
  }

  @Test func `a response of failure rejects the promise`() async throws {
    let stub = Stub(status: 503)
    let error = try await requireRejected(stub.session.get(stub.url))
    #expect((error as? ResponseError)?.statusCode == 503)
  }

  @Test func `canceling the promise stops the request`() async throws {
    let (started, stopped) = (Gate(), Gate())
    let stub = Stub(started: started, stopped: stopped)
    let promise = stub.session.post(stub.url, body: .form(["a": "1"]))
    try await started.opened()
    promise.cancel()
    #expect(promise.isCancelled)
    try await stopped.opened()
  }
}
