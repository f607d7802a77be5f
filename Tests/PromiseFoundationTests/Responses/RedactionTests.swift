import Foundation
import PromiseCore
import TestSupport
import Testing

@testable import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What errors tell about URLs, and how long their descriptions are.
@Suite(.sharingProcessors) struct RedactionTests {
  @Test(arguments: [
    ("https://host/path", "https://host/path"),
    ("https://user:SECRET@host:8080/a/b?token=SECRET#SECRET", "https://host:8080/a/b"),
    ("https://host?token=SECRET", "https://host"), ("https://host/@name/path", "https://host/@name/path"),
    ("https://host/path@1.0:3", "https://host/path@1.0:3"), ("http://[::1]:80/@x", "http://[::1]:80/@x"),
    ("https://user:SEC/RET@host/path", "https://host/path"),
    ("https://user:SECRET@host:port:1/path?SECRET", "https://host:port:1/path"),
    ("https://user:SEC@RET@host/", "https://host/"), ("user:SECRET@example.com/path?token=SECRET", "example.com/path"),
    ("example.com/path?token=SECRET", "example.com/path"), ("/path?token=SECRET", "/path"), ("?SECRET", ""), ("", ""),
    ("data:text/plain,SECRET", "data:…"), ("DATA:,SECRET", "data:…"), ("data", "data"),
    ("https://host/a\nb\u{202E}c", "https://host/a b c"),
    ("//user:SECRET@host/path", "//host/path"), ("//host/@name", "//host/@name"), ("/@name", "/@name"),
    ("https:////user:SECRET@host/path", "https:////host/path"), ("https:/user:SECRET@host/", "https:/host/"),
    ("https://user:SECRET#1@host/", "https://…"), ("https://user:SEC/RET?1@host/", "https://…"),
    ("file:///a@b/c", "file:///a@b/c"),
  ])
  func `a URL is printed without its secrets`(_ url: String, _ text: String) { #expect(Redaction.url(url) == text) }

  @Test func `a URL without components is printed without its secrets`() throws {
    // Only a URL that is created from bytes may be invalid.
    let text = "https://user:SECRET@host:port:1/path?token=SECRET"
    let url = try #require(URL(dataRepresentation: Data(text.utf8), relativeTo: nil))
    let description = TransferError.notAFile(url).description
    #expect(description.contains("“https://"))
    #expect(!description.contains("SECRET"))
  }

  /// Ten megabytes of one character each. Quadratic time would exceed the limit of the test.
  private static let longTexts = ["x", "_", "@", "/", ":", "?", " ", "\"", "\u{301}", "\n"]
    .map { String(repeating: $0, count: 10_000_000 / $0.utf8.count) }

  /// Errors that contain a text, one for each place where a server, a process or a program may put it.
  private static func errors(with text: String) -> [any Error] {
    let long = URL(string: "https://user:\(text)@host/\(text)") ?? URL(string: "https://host/")!
    let file = URL(fileURLWithPath: text)
    // Foundation needs quadratic time for the media type, and curl accepts no longer one than 100 KB.
    let response = HTTPURLResponse(
      url: long, statusCode: 404, httpVersion: "HTTP/1.1",
      headerFields: ["Content-Type": String(text.unicodeScalars.prefix(10_000)), "X": text])!
    struct Key: CodingKey {
      var intValue: Int? { nil }
      let stringValue: String
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let context = DecodingError.Context(
      codingPath: Array(repeating: Key(stringValue: text), count: 3), debugDescription: text)
    let reasons: [ResponseError.Reason] = [
      .unacceptableStatus, .unexpectedContentType,
      .undecodableBody(CocoaError(.coderInvalidValue, userInfo: ["a": text])),
      .undecodableBody(DecodingError.keyNotFound(Key(stringValue: text), context)),
      .undecodableBody(DecodingError.dataCorrupted(context)),
      .undecodableBody(DecodingError.typeMismatch(Int.self, context)),
      .undecodableBody(DecodingError.valueNotFound(Int.self, context)),
    ]
    let transferErrors: [TransferError] = [
      .invalidURL(text), .invalidURL("https://\(text)"), .invalidMethod(text), .invalidHeader(text),
      .bodyNotAllowed(text),
      .unreadableFile(file), .fileExists(file), .folderNotFound(file), .notAFile(file), .notAFile(long),
    ]
    return reasons.map { ResponseError($0, response, body: Data(text.utf8)) } + transferErrors
      + processErrors(with: text) + [
        PromiseError.compactMap(text, Int.self)
      ]
  }

  private static func processErrors(with text: String) -> [any Error] {
    #if os(macOS) || !canImport(Darwin)
      let reasons: [ProcessFailure.Reason] = [
        .exit(status: 1), .signal(number: 9), .alreadyLaunched, .outputLimitExceeded(byteCount: 1),
        .notLaunched(CocoaError(.fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: text])),
      ]
      let output = ProcessOutput(out: Data(text.utf8), err: Data(text.utf8))
      return reasons.map { ProcessFailure(reason: $0, executable: text, arguments: [text], output: output) }
    #else
      return []
    #endif
  }

  @Test(arguments: longTexts.indices) func `ten megabytes give a short description`(_ index: Int) {
    for error in Self.errors(with: Self.longTexts[index]) {
      for text in ["\(error)", error.localizedDescription] {
        #expect(text.utf8.count < 3_000, "\(type(of: error)): \(text.utf8.count) bytes, \(text.prefix(200))")
      }
    }
  }

  @Test func `a long URL is printed without its secrets`() {
    let long = String(repeating: "SECRET", count: 1_000)
    let path = String(repeating: "p", count: 5_000)
    #expect(Redaction.url("https://user:\(long)@host/path") == "https://…")
    #expect(Redaction.url("https://user:\(long)/\(long)@host/path") == "https://…")
    #expect(Redaction.url("user:\(long)@host/path") == "…")
    #expect(Redaction.url("https://host/a?\(long)") == "https://host/a")
    #expect(Redaction.url("https://user:SECRET@host/\(path)") == "https://host/\(path.prefix(495))…")
  }
}
