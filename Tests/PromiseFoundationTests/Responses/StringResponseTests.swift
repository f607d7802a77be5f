import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The text of responses.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct StringResponseTests {
  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0xFC], "ü"), ("text/plain; charset=UTF-8", [0xC3, 0xBC], "ü"),
      ("text/plain", [0xC3, 0xBC], "ü"), ("text/plain; charset=windows-1252", [0x80], "€"),
      ("text/plain; charset=utf-8", [0xFF], nil),
      ("text/plain; charset=klingon", [0xC3, 0xBC], "ü"), ("text/plain; charset=klingon", [0xFF], nil),
      ("text/plain; charset=gb2312", [0xD6, 0xD0], "中"), ("text/plain; charset=GBK", [0xD6, 0xD0], "中"),
      ("text/plain; charset=gb18030", [0xD6, 0xD0], "中"), ("text/plain; charset=big5", [0xA4, 0xA4], "中"),
      ("text/plain; charset=euc-kr", [0xC7, 0xD1], "한"), ("text/plain; charset=koi8-r", [0xD0], "п"),
      ("text/plain; charset=iso-8859-15", [0xA4], "€"), ("text/plain; charset=windows-1255", [0xE0], "א"),
      ("text/plain; charset=windows-31j", [0x82, 0xA0], "あ"), ("text/plain; charset=iso-8859-5", [0xD0], "а"),
      ("text/plain; charset=windows-1256", [0xC7], "ا"), ("text/plain; charset=iso-8859-9", [0xFD], "ı"),
      ("text/plain; charset=iso-8859-11", [0xA1], "ก"), ("text/plain; charset=ks_c_5601-1987", [0xC7, 0xD1], "한"),
      ("text/plain; charset=windows-949", [0x81, 0x41], "갂"), ("text/plain; charset=big5-hkscs", [0xA4, 0xA4], "中"),
    ] as [(String, [UInt8], String?)])
  func `text is decoded in the encoding of the response`(_ type: String, _ bytes: [UInt8], _ text: String?) async throws
  {
    let stub = Stub { $0.respond(headers: ["Content-Type": type], body: [Data(bytes)]) }
    let (data, response) = try await stub.session.dataTask(.promise, with: stub.url).get()
    #expect(String(data: data, urlResponse: response) == text)
  }
}
