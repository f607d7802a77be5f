/// What was counted in one file.
struct FileCount: Equatable, Sendable {
  /// The number of newline bytes.
  var lines = 0
  /// The number of bytes.
  var bytes = 0
  /// How often each word occurs; nothing for a binary file.
  var words: [ByteString: Int] = [:]
  /// Whether there is a zero byte in the file.
  var isBinary = false
}
