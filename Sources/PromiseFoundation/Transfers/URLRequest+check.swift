import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Throws an error if the session would misinterpret the request or send something else in its place.
  ///
  /// Whether the scheme is supported is up to the session, because `URLProtocol` makes schemes extensible.
  func check() throws {
    guard let url, url.scheme != nil else { throw TransferError.invalidURL(url?.relativeString ?? "") }
    guard TransferError.isToken(httpMethod ?? "GET") else { throw TransferError.invalidMethod(httpMethod ?? "") }
    for (name, value) in allHTTPHeaderFields ?? [:] { try TransferError.check(header: name, value) }
  }
}

extension TransferError {
  /// Throws an error if a header has an invalid name or value, as RFC 9110, sections 5.1 and 5.5, define it.
  static func check(header name: String, _ value: String) throws {
    guard isToken(name), !value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
      throw TransferError.invalidHeader(name)
    }
  }

  /// Returns whether a text is a token, as RFC 9110, section 5.6.2, defines it.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
