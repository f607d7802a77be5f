import Foundation

/// Keeps secrets out of descriptions, which end up in logs, and limits their length.
///
/// A description contains no text that a server or another process has sent, except for what the functions of this type
/// return. Their time and their results do not depend on the length of a text.
enum Redaction {
  /// The longest text in a description that is not part of the library, in Unicode scalars.
  private static let longestText = 500
  /// The longest beginning of a URL that is searched for secrets, in Unicode scalars. What is behind it is left out.
  private static let longestURL = 2_000

  /// Returns the scheme, the host, the port and the path of a URL.
  static func url(_ url: URL) -> String { self.url(url.absoluteString) }

  /// Returns the scheme, the host, the port and the path of a URL, which may be invalid.
  ///
  /// A user name, a password, a query and a fragment are left out, and so is the data that a URL with the scheme `data`
  /// contains.
  static func url(_ text: String) -> String {
    let beginning = text.unicodeScalars.prefix(longestURL)
    let isCut = beginning.endIndex < text.unicodeScalars.endIndex
    let bytes = String(beginning).utf8[...]
    var rest = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    let hasScheme = rest[name.endIndex...].first == UInt8(ascii: ":")
    if hasScheme, String(name)?.lowercased() == "data" { return "data:…" }
    // The host of a URL that is invalid may follow any number of slashes. A URL may also begin with two of them.
    var slashes = rest[name.endIndex...].dropFirst(hasScheme ? 1 : 0).prefix { $0 == UInt8(ascii: "/") }
    if hasScheme, String(name)?.lowercased() == "file" { slashes = slashes.prefix(2) }
    let hasHost = hasScheme ? !slashes.isEmpty : name.isEmpty && slashes.count > 1
    let scheme = rest[..<(hasHost ? slashes.endIndex : rest.startIndex)]
    rest = rest[scheme.endIndex...]
    // A password in a URL that is invalid may contain a slash. The path of a valid one may contain an at sign.
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] } ?? authority
    let isValid = isHostAndPort(host)
    let mayBeUser = isCut && rest.endIndex == bytes.endIndex && (!isValid || authority.endIndex == rest.endIndex)
    // A password in a URL that is invalid may contain a question mark or a number sign.
    let at = UInt8(ascii: "@")
    let isUser = !isValid && !rest.contains(at) && bytes[rest.endIndex...].contains(at)
    guard !mayBeUser, !isUser else { return "\(shortened(Substring(scheme)))…" }
    let end = isValid ? authority.endIndex : rest.endIndex
    if let index = rest[..<end].lastIndex(of: at) { rest = rest[rest.index(after: index)...] }
    return "\(shortened(Substring(scheme)))\(shortened(Substring(rest)))"
  }

  /// Returns whether a text is the name or the address of a host, with or without a port.
  private static func isHostAndPort(_ text: Substring.UTF8View) -> Bool {
    let host = text.prefix { $0 != UInt8(ascii: ":") }
    let port = text[host.endIndex...].dropFirst()
    return text.first == UInt8(ascii: "[") || port.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Returns the media type in the header `Content-Type`, without its parameters, or `nil` if it is invalid.
  static func mediaType(_ header: String) -> String? {
    let type = header.utf8.prefix(300).prefix { $0 != UInt8(ascii: ";") }
    // RFC 6838, section 4.2, limits each of the two names to 127 characters.
    guard type.count <= 255, let names = String(type)?.split(separator: "/", omittingEmptySubsequences: false),
      names.count == 2
    else { return nil }
    let parts = names.map { $0.trimmingCharacters(in: .whitespaces) }
    return parts.allSatisfy(TransferError.isToken) ? parts.joined(separator: "/") : nil
  }

  /// Returns the beginning of a text, in one line.
  static func shortened(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    let prefix = scalars.prefix(longestText)
    let line = String(String.UnicodeScalarView(prefix.map { isPrintable($0) ? $0 : " " }))
    return prefix.endIndex == scalars.endIndex ? line : "\(line)…"
  }

  /// Returns whether a scalar neither begins a line nor changes how others are printed.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
