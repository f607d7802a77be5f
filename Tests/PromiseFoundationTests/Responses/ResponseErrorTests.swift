import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What errors of responses tell, and what they keep to themselves.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ResponseErrorTests {
  /// Returns the error of a response, and the URL of its server without the secrets.
  private func error(
    status: Int = 404, headers: [String: String] = ["Content-Type": "text/plain"], body: Data
  ) async throws -> (ResponseError, String) {
    let stub = Stub { $0.respond(status: status, headers: headers, body: [body]) }
    let promise = stub.session.dataTask(.promise, with: stub.url).validate()
    return (try #require(try await requireRejected(promise) as? ResponseError), "https://\(stub.url.host!)/path")
  }

  private func error(_ body: String) async throws -> ResponseError { try await error(body: Data(body.utf8)).0 }

  @Test func `the description contains status, URL and the size of the body`() async throws {
    let (error, url) = try await error(body: Data("No such\nuser".utf8))
    let name = HTTPURLResponse.localizedString(forStatusCode: 404)
    #expect(
      error.description == "The response of \(url) has status 404 (\(name)). Its body has 12 bytes of text/plain.")
    #expect(error.localizedDescription == error.description)
    #expect(try await self.error("1").description.hasSuffix("Its body has 1 byte of text/plain."))
    #expect(try await self.error("").description.hasSuffix("Its body is empty."))
  }

  @Test(arguments: [
    ("text/html; note=\"SECRET\"", "text/html"),
    (" application/vnd.api+json ;charset=utf-8", "application/vnd.api+json"),
    ("SECRET", "an invalid type"), ("text/html SECRET", "an invalid type"), ("a/SECRET/b", "an invalid type"),
    ("/", "an invalid type"), ("text/\(String(repeating: "x", count: 300))", "an invalid type"),
  ])
  func `of the headers, the description contains the media type only`(_ header: String, _ type: String) async throws {
    let (error, _) = try await error(headers: ["Content-Type": header], body: Data("x".utf8))
    #expect(error.description.hasSuffix("Its body has 1 byte of \(type)."), "\(error)")
  }

  @Test func `without a media type, the description contains none`() async throws {
    let (error, _) = try await error(headers: ["X-Name": "value"], body: Data("x".utf8))
    #expect(error.description.hasSuffix("Its body has 1 byte."), "\(error)")
  }

  @Test func `the error contains the first kilobyte of a long body`() async throws {
    let (error, _) = try await error(body: Data(repeating: UInt8(ascii: "x"), count: 5_000))
    #expect(error.bodyPrefix.count == 1_024)
    #expect(error.bodyByteCount == 5_000)
    #expect(error.bodyText == String(repeating: "x", count: 1_024))
    #expect(error.description.hasSuffix("Its body has 5000 bytes of text/plain."))
  }

  @Test(arguments: ["é", "€", "😀"]) func `a character that the limit splits is left out`(_ character: String)
    async throws
  {
    for byteCount in 1...character.utf8.count {
      let text = String(repeating: "x", count: 1_024 - byteCount)
      let (error, _) = try await error(body: Data((text + character + "y").utf8))
      #expect(error.bodyPrefix.count == 1_024)
      #expect(error.bodyText == (byteCount == character.utf8.count ? text + character : text), "\(byteCount)")
    }
  }

  @Test func `bytes that are not text are none`() async throws {
    #expect(try await error(body: Data([0x89, 0x50, 0xFF, 0xFF, 0xFF, 0xFF])).0.bodyText == nil)
    #expect(try await error(body: Data([0x41, 0xC3])).0.bodyText == nil)
    // No character has four bytes after the limit has split it.
    let long = Data(repeating: 0x41, count: 1_020) + Data(repeating: 0xFF, count: 5)
    #expect(try await error(body: long).0.bodyText == nil)
  }

  @Test func `no way of printing the error reveals a secret`() async throws {
    let headers = ["Set-Cookie": "id=secret", "Location": "https://host/?secret", "WWW-Authenticate": "secret"]
    let (error, _) = try await error(headers: headers, body: Data("secret".utf8))
    #expect(error.bodyText == "secret")
    #expect(error.headers.values.contains("id=secret"))
    #expect(error.url?.absoluteString.contains("secret") == true)
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", String(reflecting: error), "\([error])", dumped, error.localizedDescription] {
      #expect(!text.contains("secret"))
    }
  }
}
