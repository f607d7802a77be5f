import Foundation
import PromiseFoundation
import TestSupport
import Testing

/// The decoders of Foundation, as `decode` uses them.
@Suite(.sharingProcessors) struct ResponseDecoderTests {
  private struct User: Codable, Equatable {
    var name: String
  }

  @Test func `the decoders of Foundation decode their own format only`() throws {
    let (json, list) = (Data(#"{"name": "Ada"}"#.utf8), try PropertyListEncoder().encode(User(name: "Ada")))
    let decoders: [(any ResponseDecoder, own: Data, other: Data)] = [
      (JSONDecoder(), json, list), (PropertyListDecoder(), list, Data("<json>".utf8)),
    ]
    for (decoder, own, other) in decoders {
      #expect(try decoder.decode(User.self, from: own) == User(name: "Ada"))
      #expect(throws: DecodingError.self) { try decoder.decode(User.self, from: other) }
    }
  }
}
