import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests how responses are validated and decoded.
@Suite(.promises(timeLimit: .testLimit), .web) struct ResponseTests {
  let web = WebTrait.current!

  private struct User: Codable, Equatable {
    var name: String
  }

  // MARK: validate()

  @Test(arguments: [200, 201, 204, 299]) func `a status of success is valid`(status: Int) async throws {
    await web.answer("/user") { _ in HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "")) }
    let (data, response) = try await web.session.dataTask(.promise, with: web.url("/user")).validate().get()
    #expect(data.isEmpty && (response as? HTTPURLResponse)?.statusCode == status)
  }

  @Test(arguments: [304, 400, 404, 500, 503]) func `another status is rejected`(status: Int) async throws {
    let name = HTTPURLResponse.localizedString(forStatusCode: status)
    await web.answer("/user", HTTPStatusCode(status, phrase: "Reason"), status == 304 ? "" : "line 1\r\nline 2\n")
    let body = status == 304 ? "Its body is empty." : "Its body has 15 bytes of text/plain."
    let description = "The response of \(web.url("/user")) has status \(status) (\(name)). \(body)"
    let error = try await expectResponseError(
      web.session.dataTask(.promise, with: web.url("/user")).validate(), description)
    #expect(error.statusCode == status && error.url == web.url("/user"))
    #expect(error.header("CONTENT-type") == "text/plain; charset=utf-8")
    try await expectResponseError(web.session.get(web.url("/user")), description)
    try await expectResponseError(web.session.post(web.url("/user"), body: .form(["a": "b"])), description)
    try await expectResponseError(web.session.put(web.url("/user")), description)
    try await expectResponseError(web.session.delete(web.url("/user")), description)
  }

  @Test func `a status of failure fulfills the promise that is not validated`() async throws {
    await web.answer("/user", .notFound, "no user")
    let (data, response) = try await web.session.dataTask(.promise, with: web.url("/user")).get()
    #expect(data == Data("no user".utf8) && (response as? HTTPURLResponse)?.statusCode == 404)
  }

  @Test(arguments: [404, 500])
  func `the error contains the first kilobyte of a long body`(
    status: Int
  ) async throws {
    let body = String(repeating: "0123456789", count: 500)
    await web.answer("/user", HTTPStatusCode(status, phrase: ""), body)
    let name = HTTPURLResponse.localizedString(forStatusCode: status)
    let error = try await expectResponseError(
      web.session.get(web.url("/user")),
      """
      The response of \(web.url("/user")) has status \(status) (\(name)). Its body has 5000 bytes of \
      text/plain.
      """)
    #expect(error.bodyByteCount == 5_000 && error.bodyPrefix == Data(body.utf8.prefix(1_024)))
  }

  // MARK: decode(_:)

  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "application/problem+json", "Application/JSON", "text/json",
  ])
  func `a body of JSON is decoded`(type: String) async throws {
    await web.answer("/user", .ok, #"{"name":"ü"}"#, type: type)
    #expect(try await web.session.get(web.url("/user")).decode(User.self).get() == User(name: "ü"))
  }

  @Test(arguments: ["text/html; charset=utf-8", "application/jsonp", "application/xml"])
  func `a body of another type is not decoded`(type: String) async throws {
    await web.answer("/user", .ok, "<p>Log in</p>", type: type)
    try await expectResponseError(
      web.session.get(web.url("/user")).decode(User.self),
      """
      The response of \(web.url("/user")) is declared as \(type.prefix { $0 != ";" }), not as JSON; it has status 200 (\(HTTPURLResponse.localizedString(forStatusCode: 200))). To decode \
      it anyway, pass a decoder. Its body has 13 bytes of \(type.prefix { $0 != ";" }).
      """)
  }

  @Test func `JSON of another shape is rejected`() async throws {
    await web.answer("/user", .ok, #"{"id":1}"#, type: "application/json")
    let error = try await expectRejected(
      web.session.get(web.url("/user")).decode(User.self), throws: ResponseError.self)
    #expect(error.description.hasPrefix("The response of \(web.url("/user")) cannot be decoded: "), "\(error)")
    #expect(error.bodyText == #"{"id":1}"#)
    guard case .undecodableBody(let cause as DecodingError) = error.reason, case .keyNotFound(let key, _) = cause else {
      Issue.record("\(error.reason)")
      return
    }
    #expect(key.stringValue == "name")
  }

  @Test func `a decoder decodes a body of any type`() async throws {
    await web.answer("/user", .ok, #"{"name":"ü"}"#, type: "text/html")
    #expect(
      try await web.session.get(web.url("/user")).decode(User.self, with: JSONDecoder()).get() == User(name: "ü"))
    await web.answer("/list") { _ in
      HTTPResponse(statusCode: .ok, body: try PropertyListEncoder().encode(User(name: "ü")))
    }
    #expect(
      try await web.session.get(web.url("/list")).decode(with: PropertyListDecoder()).get() == User(name: "ü"))
  }

  // MARK: String(data:urlResponse:)

  @Test(arguments: [
    ("text/plain; charset=iso-8859-1", Data([0xFC]), "ü"), ("text/plain; charset=\"ISO-8859-1\"", Data([0xFC]), "ü"),
    ("text/plain; charset=utf-8", Data([0xC3, 0xBC]), "ü"), ("text/plain", Data([0xC3, 0xBC]), "ü"),
    ("text/plain; charset=windows-1252", Data([0x80]), "€"), ("text/plain; charset=utf-16be", Data([0, 0xFC]), "ü"),
  ])
  func `a body is text in the encoding that the response declares`(
    type: String, bytes: Data, text: String
  ) async throws {
    await web.answer("/text") { _ in HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: bytes) }
    let (data, response) = try await web.session.get(web.url("/text")).get()
    #expect(String(data: data, urlResponse: response) == text)
  }

  @Test(arguments: ["text/plain", "text/plain; charset=utf-8", "text/plain; charset=unknown"])
  func `a body that is not text in the declared encoding is no string`(type: String) async throws {
    await web.answer("/text") { _ in HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data([0xFC])) }
    let (data, response) = try await web.session.get(web.url("/text")).get()
    #expect(String(data: data, urlResponse: response) == nil)
  }
}
