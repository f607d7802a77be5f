public import Foundation

/// The errors of a transfer that cannot begin or end, because an argument is invalid or a file is in the way.
public enum TransferError: Error, Sendable, Equatable {
  /// The URL of the request has no scheme, or a query cannot be added to it.
  case invalidURL(String)
  /// The method of the request is invalid.
  case invalidMethod(String)
  /// A header of the request has an invalid name, or its value contains a line break or a null character. The associated
  /// value is the name.
  case invalidHeader(String)
  /// The request has a body, but its method, which is the associated value, allows none.
  case bodyNotAllowed(String)
  /// The file to upload does not exist or cannot be read.
  case unreadableFile(URL)
  /// The file to download to already exists. It has not been changed.
  case fileExists(URL)
  /// The folder to download to does not exist.
  case folderNotFound(URL)
  /// The location to download to is not that of a file.
  case notAFile(URL)
}

extension TransferError: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// Describes the error, and what to do. The description contains no query and no value of a header.
  public var description: String {
    switch self {
    case .invalidURL(let url):
      "The request has an invalid URL: “\(Redaction.url(url))”. Pass an absolute URL, such as https://example.com/path."
    case .invalidMethod(let method):
      "The method “\(Redaction.shortened(method))” of the request is invalid. Pass a single word."
    case .invalidHeader(let name):
      """
      The header “\(Redaction.shortened(name))” of the request is invalid. A \
      name consists of letters, digits and hyphens; a value contains no line break and no null character.
      """
    case .bodyNotAllowed(let method):
      "A \(Redaction.shortened(method)) request cannot have a body. Pass a `URLRequest` whose `httpMethod` is POST or PUT."
    case .unreadableFile(let url):
      "The file to upload cannot be read: \(Redaction.shortened(url.path)). Pass the URL of a readable file."
    case .fileExists(let url):
      "The file to download to already exists: \(Redaction.shortened(url.path)). Remove it first, or choose another location."
    case .folderNotFound(let url):
      "The folder to download to does not exist: \(Redaction.shortened(url.deletingLastPathComponent().path)). Create it first."
    case .notAFile(let url):
      "The location to download to is not that of a file: “\(Redaction.url(url))”. Pass the URL of a file."
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
