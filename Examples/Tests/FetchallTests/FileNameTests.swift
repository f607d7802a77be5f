import Foundation
import Testing

@testable import fetchall

@Suite struct FileNameTests {
  @Test(arguments: [
    ("http://a/b/c.txt", "c.txt"),
    ("http://a/c.txt?key=value/x#y/z", "c.txt"),
    ("http://a/%C3%A4%20b%3F.txt", "ä b?.txt"),
    ("http://a/100%25", "100%"),
    ("http://a/.hidden", ".hidden"),
    ("http://a/...", "..."),
  ])
  func `a file is named after the last path component, without percent-encoding`(text: String, name: String) throws {
    #expect(try FileName.name(of: url(text)) == name)
  }

  @Test(arguments: ["http://a", "http://a/", "http://a/b/", "http://a?b/c"])
  func `a URL without a last path component gets the name of an index`(text: String) throws {
    #expect(try FileName.name(of: url(text)) == "index.html")
  }

  @Test(arguments: [
    ("http://a/b/..", "is not the name of a file"),
    ("http://a/b/.", "is not the name of a file"),
    ("http://a/%2E%2e", "is not the name of a file"),
    ("http://a/..%2F..%2Fetc", "contains a slash"),
    ("http://a/b%2F%CC%88c", "contains a slash"),
    ("http://a/b%00c", "contains a null character"),
    ("http://a/%FF", "is not valid text"),
  ])
  func `a name that is not one in the folder is rejected`(text: String, reason: String) {
    let error = #expect(throws: FileNameError.self) { try FileName.name(of: url(text)) }
    #expect(error?.reason == reason)
  }

  @Test func `a name is at most 255 bytes long`() throws {
    #expect(try FileName.name(of: url("http://a/" + String(repeating: "%C3%A4", count: 127))).utf8.count == 254)
    #expect(throws: FileNameError.self) {
      try FileName.name(of: url("http://a/" + String(repeating: "%C3%A4", count: 128)))
    }
  }
}
