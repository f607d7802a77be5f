import Foundation

/// The encoding of queries and forms.
enum URLEncoding {
  /// The characters that need no encoding in any part of a URL (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns fields as a query, in the order of their names.
  static func query(_ fields: [String: String]) -> String {
    fields.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Percent-encodes all other characters, including the plus sign, which servers decode as a space.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
