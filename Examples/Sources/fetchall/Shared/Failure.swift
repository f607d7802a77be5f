import CommandLineSupport
import Foundation
import PromiseFoundation

/// A URL that was not downloaded because of an error.
struct Failure: Equatable, Sendable {
  /// The number of the URL in the list, starting at 0.
  let number: Int
  /// The name of the file or, if it has none, the URL.
  let name: String
  /// The text of the error. It may have several lines.
  let text: String

  /// The line shown to the user.
  var line: String {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "fetchall: \(name): \(text)".printable
  }
}

extension Failure {
  /// Creates the failure of a file because of an error.
  init(_ file: RemoteFile, _ error: any Error) {
    self.init(number: file.number, name: file.name, text: Failure.text(of: error, for: file.url))
  }

  /// Returns the text of an error without the query of the URL.
  static func text(of error: any Error, for url: URL) -> String {
    // These errors of the library contain no secrets, and the URL or the file.
    if error is ResponseError || error is TransferError { return "\(error)" }
    var text = error.localizedDescription
    for secret in [url.absoluteString, url.query].compactMap(\.self) where !secret.isEmpty {
      text = text.replacingOccurrences(of: secret, with: url.shown)
    }
    return "\(text) (\(url.shown))"
  }
}
