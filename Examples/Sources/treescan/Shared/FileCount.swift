/// The counts of one file.
struct FileCount: Equatable, Sendable {
  /// The number of newline bytes.
  var lines = 0
  /// The number of bytes.
  var bytes = 0
  /// The number of occurrences of each word; empty for a binary file.
  var words: [ByteString: Int] = [:]
  /// Whether the file contains a zero byte.
  var isBinary = false
}
