import TestSupport
import Testing

@testable import PromiseFoundation

@Suite(.sharingProcessors) struct URLEncodingTests {
  @Test func `fields are sorted by name and joined`() {
    #expect(URLEncoding.query(["b": "2", "a": "1", "c": ""]) == "a=1&b=2&c=")
    #expect(URLEncoding.query([:]) == "")
  }

  @Test(
    arguments: [
      (" ", "%20"), ("+", "%2B"), ("&", "%26"), ("=", "%3D"), ("%", "%25"), ("/?#", "%2F%3F%23"), ("ü", "%C3%BC"),
      ("\r\n", "%0D%0A"), ("😀", "%F0%9F%98%80"), ("-._~", "-._~"), ("aZ09", "aZ09"),
    ])
  func `everything but unreserved characters is escaped in names and values`(_ text: String, _ escaped: String) {
    #expect(URLEncoding.query([text: text]) == "\(escaped)=\(escaped)")
  }
}
