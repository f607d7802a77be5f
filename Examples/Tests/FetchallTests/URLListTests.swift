import ExampleTestSupport
import Foundation
import Testing

@testable import fetchall

@Suite struct URLListTests {
  @Test func `a list has one URL a line, and empty lines are ignored`() throws {
    let urls = try URLList.parse("http://a/1\r\n\r\n  https://b/2\t\n\nHTTP://c/3", name: "list")
    #expect(urls.map(\.absoluteString) == ["http://a/1", "https://b/2", "HTTP://c/3"])
  }

  @Test(arguments: [
    "file:///etc/passwd", "example.com", "http://", "http:///x", "http://a/b http://c/d", "http://[::1/",
  ])
  func `a line that is not the URL of a server is rejected`(line: String) {
    let error = #expect(throws: InputError.self) { try URLList.parse("http://a/1\n\n\(line)", name: "list") }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("list, line 3: “\(line)” is not a URL") == true)
  }

  @Test(arguments: ["ftp://user:secret@a/b", "ftp://a/b?secret", "ftp://a/b#secret"])
  func `a message about an invalid URL contains no secrets`(text: String) throws {
    let error = #expect(throws: InputError.self) { try URLList.parse(text, name: "list") }
    #expect(try #require(error).message.contains("secret") == false)
  }

  @Test func `an unreadable list is explained`() throws {
    var options = try Options(parsing: ["--list", "/nowhere/list"])
    #expect(throws: InputError.self) { try URLList.read(options) }
    options.list = "/"
    #expect(throws: InputError(status: .failed, message: "/ cannot be read: It is a folder.")) {
      try URLList.read(options)
    }
  }

  @Test func `the URLs of the command line come before those of the list`() throws {
    let folder = try TemporaryFolder()
    let list = folder.location(of: "list")
    try folder.write("http://b/2\n", to: "list")
    let options = try Options(parsing: ["--list", list.path, "http://a/1"])
    #expect(try URLList.read(options).map(\.absoluteString) == ["http://a/1", "http://b/2"])
  }
}
