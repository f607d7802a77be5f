/// The line ending of a file.
package enum LineEnding: String, Sendable {
  case lineFeed = "\n"
  case carriageReturnLineFeed = "\r\n"

  /// Detects the most frequent line ending.
  package init(of text: String) {
    var total = 0
    var withReturn = 0
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") {
        total += 1
        if previous == UInt8(ascii: "\r") { withReturn += 1 }
      }
      previous = byte
    }
    self = withReturn * 2 > total ? .carriageReturnLineFeed : .lineFeed
  }

  /// Returns a text with this line ending.
  package func normalize(_ text: String) -> String {
    // Most texts have this line ending already.
    if self == .lineFeed, !text.mentions("\r\n") { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.joined(separator: rawValue)
  }
}
