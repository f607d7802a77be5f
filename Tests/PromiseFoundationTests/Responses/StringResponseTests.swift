import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The text of responses.
@Suite(.promises(timeLimit: .testLimit)) struct StringResponseTests {
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
