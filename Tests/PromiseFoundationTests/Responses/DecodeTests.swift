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

/// A value that knows where it was decoded.
private struct Probe: Decodable, Sendable {
  let isOnMainQueue = TestSupport.isOnMainQueue

  init(from decoder: any Decoder) {}
}

/// `decode`, which decodes the bodies of responses.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DecodeTests {
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
    #expect(error.bodyText == "<p>Log in</p>")
    #expect("\(error)".contains("not as JSON; it has status 200 ("))
  }

  @Test @MainActor func `a body is decoded elsewhere than on the main queue`() async throws {
    let url = URL(string: "https://example.com")!
    let response = HTTPURLResponse(
      url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "application/json"])!
    let promise = Promise.value((data: Data("{}".utf8), response: response as URLResponse))
    #expect(try await !promise.decode(Probe.self).get().isOnMainQueue)
    #expect(try await !promise.decode(Probe.self, with: JSONDecoder()).get().isOnMainQueue)
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
    #expect("\(error)".contains(" cannot be decoded: `name` is missing. Its body has 14 bytes of application/json."))
  }

  @Test func `the description names the type of another error of a decoder`() async throws {
    struct Failure: Error { let text = "SECRET" }
    struct Failing: ResponseDecoder {
      func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { throw Failure() }
    }
    let stub = Stub(body: "text")
    let error = try await requireRejected(stub.session.get(stub.url).decode(User.self, with: Failing()))
    #expect(
      "\(error)".contains(" cannot be decoded: the decoder threw an error of type Failure. Its body has"), "\(error)")
    #expect(!"\(error)".contains("SECRET"))
  }
}
