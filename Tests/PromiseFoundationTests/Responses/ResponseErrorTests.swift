import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What errors of responses tell, and what they keep to themselves.
@Suite(.promises(timeLimit: .testLimit)) struct ResponseErrorTests {
  /// Returns the error of a response, and the URL of its server without the secrets.
  private func error(
    status: Int = 404, headers: [String: String] = ["Content-Type": "text/plain"], body: Data
  ) async throws -> (ResponseError, String) {
    let stub = Stub { $0.respond(status: status, headers: headers, body: [body]) }
    let promise = stub.session.dataTask(.promise, with: stub.url).validate()
    return (try #require(try await requireRejected(promise) as? ResponseError), "https://\(stub.url.host!)/path")
  }

  private func error(_ body: String) async throws -> ResponseError { try await error(body: Data(body.utf8)).0 }

  @Test func `the description contains status, URL and body`() async throws {
    let (error, url) = try await error(body: Data("No such\nuser".utf8))
    let name = HTTPURLResponse.localizedString(forStatusCode: 404)
    #expect(
      error.description
        == "The response of \(url) has status 404 (\(name)). Its body (12 bytes) is: No such user")
    #expect(error.localizedDescription == error.description)
    #expect(try await self.error("line 1\r\n\r\nline 2").description.hasSuffix("Its body (16 bytes) is: line 1 line 2"))
  }

  @Test func `the error contains the first kilobyte of a long body`() async throws {
    let (error, url) = try await error(body: Data(repeating: UInt8(ascii: "x"), count: 5_000))
    #expect(error.bodyPrefix.count == 1_024)
    #expect(error.bodyByteCount == 5_000)
    let name = HTTPURLResponse.localizedString(forStatusCode: 404)
    let excerpt = String(repeating: "x", count: 400)
    #expect(
      error.description
        == "The response of \(url) has status 404 (\(name)). Its body (5000 bytes) begins with: \(excerpt)…")
  }

  @Test func `a character that the limit splits is left out`() async throws {
    let (error, _) = try await error(body: Data((String(repeating: "x", count: 1_023) + "ü").utf8))
    #expect(error.bodyPrefix.count == 1_024)
    #expect(error.description.contains("begins with: xxx"))
  }

  @Test func `an empty body is called empty`() async throws {
    #expect(try await error("").description.hasSuffix("Its body is empty."))
  }

  @Test func `bytes that are not text are not printed`() async throws {
    let (error, _) = try await error(
      headers: ["Content-Type": "image/png"], body: Data([0x89, 0x50, 0xFF, 0xFF, 0xFF, 0xFF]))
    #expect(error.description.hasSuffix("Its body has 6 bytes of image/png."))
    #expect(try await self.error(body: Data([0x41, 0, 0x42])).0.description.hasSuffix("3 bytes of text/plain."))
  }

  @Test(arguments: [
    ("Authorization: Bearer secret", "Authorization: <redacted>"),
    ("proxy-authorization: Basic secret\nnext", "proxy-authorization: <redacted> next"),
    (#"{"a": 1, "Authorization": "Bearer secret", "b": 2}"#, #"{"a": 1, "Authorization": <redacted>"#),
    (#"{"Cookie": "id=\"secret\""}"#, #"{"Cookie": <redacted>"#),
    (#"Cookie: id="secret"; b="secret""#, "Cookie: <redacted>"),
    ("headers[cookie]=secret", "headers[cookie]= <redacted>"),
    ("{\"Authorization\": [\n  \"Bearer secret\"\n]}", #"{"Authorization": <redacted> ]}"#),
    (#"{"name":"Authorization","value":"secret"}"#, #"{"name":"Authorization","value": <redacted>"#),
    ("see ?token=secret now", "see ?<redacted> now"),
    ("Cookie: a=secret; b=secret", "Cookie: <redacted>"), ("Set-Cookie: a=secret", "Set-Cookie: <redacted>"),
    (#"curl -H "Cookie: a=secret" x"#, #"curl -H "Cookie: <redacted>"#),
    ("see https://host/a?token=secret now", "see https://host/a?<redacted> now"),
    ("GET /a-?token='secret' HTTP/1.1", "GET /a-?<redacted> HTTP/1.1"),
    ("https://user:secret@host/", "https://<redacted>@host/"),
    (#"https:\/\/user:sec@ret@host"#, #"https:\/\/<redacted>@host"#),
    ("https://host/#access_token=secret", "https://host/#<redacted>"),
    ("token: Bearer secret", "token: <redacted> <redacted>"),
    (#"{"access_token":"secret","a":1}"#, #"{"access_token":"<redacted>","a":1}"#),
    ("API_KEY=secret x", "API_KEY=<redacted> x"), ("Really? Yes.", "Really? Yes."),
  ])
  func `the description contains no credentials and no queries of the body`(_ body: String, _ text: String) async throws
  {
    #expect(try await error(body).description.hasSuffix(": \(text)"))
  }

  @Test func `no way of printing the error reveals a secret`() async throws {
    let headers = ["Set-Cookie": "id=secret", "Location": "https://host/?secret", "WWW-Authenticate": "secret"]
    let (error, _) = try await error(headers: headers, body: Data("Cookie: secret".utf8))
    #expect(error.headers.values.contains("id=secret"))
    #expect(error.url?.absoluteString.contains("secret") == true)
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", String(reflecting: error), "\([error])", dumped, error.localizedDescription] {
      #expect(!text.contains("secret"))
    }
  }
}
