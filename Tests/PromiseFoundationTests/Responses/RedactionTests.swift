import Foundation
import PromiseFoundation
import Testing

/// What errors tell about URLs.
struct RedactionTests {
  @Test func `a URL without components is printed without its secrets`() throws {
    // Only a URL that is created from bytes may be invalid.
    let text = "https://user:secret@host:port:1/path?token=secret"
    let url = try #require(URL(dataRepresentation: Data(text.utf8), relativeTo: nil))
    let description = TransferError.notAFile(url).description
    #expect(description.contains("“https://"))
    #expect(!description.contains("secret"))
  }
}
