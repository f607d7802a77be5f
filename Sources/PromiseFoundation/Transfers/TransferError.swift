public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors of a transfer that cannot begin or end, because an argument is invalid or a file is in the way.
public enum TransferError: Error, Sendable, Equatable {
  /// The URL of the request has no scheme, or a query cannot be added to it.
  case invalidURL(String)
  /// A header of the request has an invalid name, or its value contains a line break or a null character. The associated
  /// value is the name.
  case invalidHeader(String)
  /// The file to upload does not exist or cannot be read.
  case unreadableFile(URL)
  /// The file to download to already exists. It has not been changed.
  case fileExists(URL)
  /// The folder to download to does not exist, or the location is not that of a file.
  case folderNotFound(URL)
}

extension TransferError: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// Describes the error, and what to do. The description contains no query and no value of a header.
  public var description: String {
    switch self {
    case .invalidURL(let url):
      "The request has an invalid URL: “\(Redaction.text(url))”. Pass an absolute URL, such as https://example.com/path."
    case .invalidHeader(let name):
      """
      The header “\(name.map { $0.isNewline || $0 == "\0" ? " " : String($0) }.joined())” of the request is invalid. A \
      name consists of letters, digits and hyphens; a value contains no line break and no null character.
      """
    case .unreadableFile(let url):
      "The file to upload cannot be read: \(url.path). Pass the URL of a readable file."
    case .fileExists(let url):
      "The file to download to already exists: \(url.path). Remove it first, or choose another location."
    case .folderNotFound(let url):
      """
      The file to download to cannot be created, because its folder does not exist or it is not a file: \(url.path). \
      Create the folder first.
      """
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension URLRequest {
  /// Throws an error if the session would misinterpret the request or send something else in its place.
  ///
  /// Whether the scheme is supported is up to the session, because `URLProtocol` makes schemes extensible.
  func check() throws {
    guard let url, url.scheme != nil else { throw TransferError.invalidURL(url?.relativeString ?? "") }
    for (name, value) in allHTTPHeaderFields ?? [:] { try TransferError.check(header: name, value) }
  }
}

extension TransferError {
  /// Throws an error if a header has an invalid name or value, as RFC 9110, sections 5.1 and 5.5, define it.
  static func check(header name: String, _ value: String) throws {
    let isToken = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    guard !name.isEmpty, isToken, !value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
      throw TransferError.invalidHeader(name)
    }
  }
}
