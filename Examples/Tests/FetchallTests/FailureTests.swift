import Foundation
import Testing

@testable import fetchall

@Suite struct FailureTests {
  @Test func `the line about a failure contains the name, the error and the URL without its query`() {
    let failure = Failure(file("name"), SomeError("It failed."))
    #expect(failure.line == "fetchall: name: It failed. (https://example.com/file)")
  }

  @Test(arguments: ["The URL https://example.com/file?key=secret is bad.", "key=secret is bad."])
  func `the query of the URL is removed from the text of the error`(text: String) {
    #expect(!Failure(file("name"), SomeError(text)).line.contains("secret"))
  }

  @Test func `a URL is shown without user name, password, query and fragment`() {
    #expect(url("http://user:word@a:1/b%20c?d=e#f").shown == "http://a:1/b%20c")
  }

  @Test func `the line about a failure is one line, and does not control the terminal`() {
    let failure = Failure(number: 0, name: "\u{1B}[31m", text: "one\r\ntwo\u{85}three\u{7}")
    #expect(failure.line == "fetchall: ?[31m: one two three?")
  }
}
