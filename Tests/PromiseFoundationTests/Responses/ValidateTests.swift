import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct User: Codable, Equatable, Sendable {
  var name: String
}

@Suite(.promises(timeLimit: .testLimit)) struct ResponseTests {
  // MARK: Validation

  @Test(arguments: [200, 204, 299]) func `a response of success is valid`(_ status: Int) async throws {
    let stub = Stub(status: status, body: "text")
    #expect(try await stub.session.dataTask(.promise, with: stub.url).validate().get().data == Data("text".utf8))
  }

  @Test(arguments: [100, 199, 300, 304, 404, 500]) func `a response of failure is invalid`(_ status: Int) async throws {
    let stub = Stub(status: status, headers: ["X-Name": "value"], body: "text")
    let promise = stub.session.dataTask(.promise, with: stub.url).validate()
    let error = try #require(try await requireRejected(promise) as? ResponseError)
    #expect(error.statusCode == status)
    #expect(error.url == stub.url)
    #expect(error.header("x-name") == "value")
    #expect(error.header("x-other") == nil)
    #expect(error.bodyPrefix == Data("text".utf8))
    guard case .unacceptableStatus = error.reason else { return #expect(Bool(false), "\(error.reason)") }
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
  func `a response that asks for credentials is invalid`(_ challenge: String) async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 401, headers: ["WWW-Authenticate": challenge], body: "denied")
    let file = try folder.file("file")
    for error in [
      try await requireRejected(stub.session.get(stub.url)),
      try await requireRejected(stub.session.post(stub.url, body: .form(["a": "1"]))),
      try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: file).validate()),
    ] {
      let error = try #require(error as? ResponseError)
      #expect(error.statusCode == 401)
      #expect(error.bodyPrefix == Data("denied".utf8))
    }
    #expect(folder.names == [])
  }

  @Test func `a response that is not one of HTTP is valid`() async throws {
    let response = URLResponse(
      url: URL(string: "data:,")!, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    let promise = Promise<(data: Data, response: URLResponse)>.value((Data("text".utf8), response)).validate()
    #expect(try await promise.get().data == Data("text".utf8))
  }

  @Test func `an invalid download is removed, and its error contains its beginning`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 500, headers: ["Content-Type": "text/plain"], body: "text")
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    let error = try #require(try await requireRejected(promise.validate()) as? ResponseError)
    #expect(error.statusCode == 500)
    #expect(error.bodyPrefix == Data("text".utf8))
    #expect(folder.names == [])
  }

  @Test func `a valid download stays`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 200, body: "text")
    let file = try folder.file("file")
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: file).validate()
    #expect(try await promise.get().saveLocation == file)
    #expect(folder.names == ["file"])
  }

  // MARK: Decoding

  @Test(arguments: ["application/json", "application/problem+json; charset=utf-8", "text/JSON"])
  func `a JSON body is decoded`(_ type: String) async throws {
    let stub = Stub(headers: ["Content-Type": type], body: #"{"name": "A"}"#)
    #expect(try await stub.session.get(stub.url).decode(User.self).get() == User(name: "A"))
  }

  @Test func `the decoded type can be inferred`() async throws {
    let stub = Stub(headers: ["Content-Type": "application/json"], body: #"[1, 2]"#)
    let numbers: [Int] = try await stub.session.get(stub.url).decode().get()
    #expect(numbers == [1, 2])
  }

  @Test(arguments: ["text/html", "application/jsonp", nil]) func `a body of another type is not decoded`(
    _ type: String?
  ) async throws {
    let stub = Stub(headers: type.map { ["Content-Type": $0] } ?? [:], body: "<p>Log in</p>")
    let error = try #require(
      try await requireRejected(stub.session.get(stub.url).decode(User.self)) as? ResponseError)
    guard case .unexpectedContentType = error.reason else { return #expect(Bool(false), "\(error.reason)") }
    #expect("\(error)".hasSuffix("Its body (13 bytes) is: <p>Log in</p>"))
    #expect("\(error)".contains("not as JSON; it has status 200 ("))
  }

  @Test func `a decoder of the user decodes a body of any type`() async throws {
    struct Lines: ResponseDecoder {
      func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try JSONDecoder().decode(type, from: Data(#"{"name": "\#(String(decoding: data, as: UTF8.self))"}"#.utf8))
      }
    }
    let stub = Stub(headers: ["Content-Type": "text/plain"], body: "B")
    #expect(try await stub.session.get(stub.url).decode(User.self, with: Lines()).get() == User(name: "B"))
    let list = Stub(body: "{name = C;}")
    #expect(
      try await list.session.get(list.url).decode(User.self, with: PropertyListDecoder()).get() == User(name: "C"))
  }

  @Test func `a body that cannot be decoded is rejected with the decoder's error`() async throws {
    let stub = Stub(headers: ["Content-Type": "application/json"], body: #"{"title": "A"}"#)
    let error = try #require(
      try await requireRejected(stub.session.get(stub.url).decode(User.self)) as? ResponseError)
    guard case .undecodableBody(let cause) = error.reason else { return #expect(Bool(false), "\(error.reason)") }
    #expect(cause is DecodingError)
    #expect("\(error)".contains("cannot be decoded:"))
    #expect("\(error)".hasSuffix(#"Its body (14 bytes) is: {"title": "A"}"#))
  }

  // MARK: Text

  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0xFC], "ü"), ("text/plain; charset=UTF-8", [0xC3, 0xBC], "ü"),
      ("text/plain", [0xC3, 0xBC], "ü"), ("text/plain; charset=windows-1252", [0x80], "€"),
      ("text/plain; charset=utf-8", [0xFF], nil), ("text/plain; charset=klingon", [0x41], nil),
    ] as [(String, [UInt8], String?)])
  func `text is decoded in the encoding of the response`(_ type: String, _ bytes: [UInt8], _ text: String?) async throws
  {
    let stub = Stub { $0.respond(headers: ["Content-Type": type], body: [Data(bytes)]) }
    let (data, response) = try await stub.session.dataTask(.promise, with: stub.url).get()
    #expect(String(data: data, urlResponse: response) == text)
  }
}
