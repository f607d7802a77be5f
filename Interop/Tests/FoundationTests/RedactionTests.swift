import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that errors print no secrets. Every secret in these tests contains the word SECRET.
@Suite(.promises(timeLimit: .testLimit), .web) struct RedactionTests {
  let web = WebTrait.current!

  /// Bodies that repeat secrets of the request. The tests loop over them, because each case of a test has a server, and
  /// Dispatch has no more than 255 threads.
  static let bodies = [
    "Authorization: Bearer SECRET",
    "authorization:Basic SECRET=",
    "GET / HTTP/1.1\r\nHost: example.com\r\nAUTHORIZATION: Digest username=SECRET, response=SECRET\r\n\r\n",
    "Proxy-Authorization: Basic SECRET",
    "Cookie: id=SECRET; theme=SECRET",
    "Set-Cookie: id=SECRET; Path=/; HttpOnly",
    "Cookie: id=\"SECRET\"; theme=\"SECRET\"",
    "Authorization: Digest username=\"SECRET\", response=\"SECRET\"",
    "{\"headers\": {\"Authorization\": \"Bearer SECRET\", \"Cookie\": \"id=SECRET\"}}",
    "{\"Cookie\": \"id=\\\"SECRET\\\"\"}",
    "curl -H 'Authorization: Bearer SECRET' https://example.com",
    "headers[authorization]=SECRET",
    "No page at https://user:SECRET@example.com/path?token=SECRET&more=SECRET",
    "No page at https://example.com?token=SECRET",
    "No page at /path?token=SECRET.",
    "No page at /path/?token=SECRET#SECRET",
    "No page at https://example.com/path-?token=SECRET",
    "No page at https://example.com/caf\u{E9})?token=SECRET",
    "<a href=\"/login?token=SECRET&amp;next=SECRET\">Log in</a>",
    "{\"password\":\"correct horse SECRET\"}", "{\"token\":[\"SECRET\"]}", "{\"SECRET\":\"SECRET\"}", "SECRET",
    "AWS_SECRET_ACCESS_KEY=SECRET", "pwd=SECRET", "passphrase: SECRET", "sig=SECRET&auth=SECRET",
    "<token>SECRET</token>", "--password SECRET",
  ]

  /// Expects that an error prints the first text, and not the second one.
  private func expectNoSecret(in error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    let texts = texts(of: error)
    #expect(!texts.contains("SECRET"), sourceLocation: sourceLocation)
    #expect(texts.contains("127.0.0.1") || texts.contains("example.com/path"), sourceLocation: sourceLocation)
  }

  @Test func `a response of failure prints no secret of its body`() async throws {
    for (number, body) in Self.bodies.enumerated() {
      await web.answer("/path\(number)", .badRequest, body)
      let url = web.url("/path\(number)?token=SECRET")
      expectNoSecret(
        in: try await expectRejected(web.session.get(url, query: ["key": "SECRET"]), throws: ResponseError.self))
      let download = web.session.downloadTask(.promise, with: url, to: web.file).validate()
      expectNoSecret(in: try await expectRejected(download, throws: ResponseError.self))
    }
  }

  @Test func `a response that cannot be decoded, or has another type, prints no secret`() async throws {
    for type in ["application/json", "text/html; note=\"https://example.com/?token=SECRET\""] {
      for (number, body) in Self.bodies.enumerated() {
        await web.answer("/path\(number)", .ok, body, type: type)
        expectNoSecret(
          in: try await expectRejected(
            web.session.get(web.url("/path\(number)?token=SECRET")).decode([String: Int].self),
            throws: ResponseError.self))
      }
    }
  }

  @Test func `the headers of a response are not printed`() async throws {
    await web.answer("/path") { _ in
      HTTPResponse(
        statusCode: .unauthorized,
        headers: [.setCookie: "id=SECRET", .location: "/login?token=SECRET", HTTPHeader("X-Token"): "SECRET"],
        body: Data())
    }
    let error = try await expectRejected(web.session.get(web.url("/path")), throws: ResponseError.self)
    expectNoSecret(in: error)
    #expect(error.header("X-Token") == "SECRET")
  }

  @Test func `the user name and the password of a URL are not printed`() async throws {
    await web.answer("/path", .notFound, "")
    var components = try #require(URLComponents(url: web.url("/path"), resolvingAgainstBaseURL: false))
    (components.user, components.password, components.fragment) = ("SECRET", "SECRET", "SECRET")
    let error = try await expectRejected(
      web.session.get(try #require(components.url)), throws: ResponseError.self)
    expectNoSecret(in: error)
    #expect(error.description.hasPrefix("The response of \(web.url("/path")) has status 404"))
  }

  @Test func `a secret at the end of the excerpt is not printed`() async throws {
    for length in stride(from: 300, to: 1_100, by: 7) {
      let padding = String(repeating: "x", count: length)
      await web.answer("/path\(length)", .badRequest, "\(padding)\nAuthorization: Bearer SECRETSECRETSECRET")
      expectNoSecret(
        in: try await expectRejected(web.session.get(web.url("/path\(length)")), throws: ResponseError.self))
    }
  }

  @Test(arguments: Transfer.allCases)
  func `an invalid request prints no secret`(transfer: Transfer) async throws {
    expectNoSecret(
      in: try await expectRejected(
        transfer.start(web, URL(string: "example.com/path?token=SECRET")!), throws: TransferError.self))
    let header = web.session.get(web.url("/path"), headers: ["X-Redacted": "SECRET\r\n"])
    #expect(!texts(of: try await expectRejected(header, throws: TransferError.self)).contains("SECRET"))
  }
}
