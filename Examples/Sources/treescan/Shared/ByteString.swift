import CommandLineSupport

/// A path, an extension or a word, stored as bytes.
///
/// File names and the words in files need not be valid UTF-8. A `String` would silently repair them, and the file
/// could no longer be opened. The order of bytes is also the same on every system.
struct ByteString: Hashable, Comparable, Sendable {
  /// The bytes, without a terminating zero.
  var bytes: [UInt8] = []

  /// Creates a byte string from the UTF-8 bytes of `text`.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Creates a byte string from arbitrary bytes; an empty one by default.
  init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Compares two byte strings byte by byte.
  static func < (left: ByteString, right: ByteString) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Hashes all bytes at once, which is much faster than hashing them one at a time.
  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The text for display on one line, with each control character replaced by a question mark.
  var printable: String { String(decoding: bytes, as: UTF8.self).printable }
}
