/// A piece of text as the bytes it is made of: a path, an extension or a word.
///
/// The names of files and the words in them need not be valid UTF-8, and a `String` would silently repair
/// them: such a file could not be opened any more. Bytes also give an order which is the same everywhere.
struct ByteString: Hashable, Comparable, Sendable {
  /// The bytes, without a terminating zero.
  var bytes: [UInt8] = []

  /// Makes a byte string of the UTF-8 bytes of `text`.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Makes a byte string of any bytes; without an argument, an empty one.
  init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Whether one byte string comes before another, byte by byte.
  static func < (left: ByteString, right: ByteString) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Hashes all bytes in one go, which is much faster than one at a time.
  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The text as it can be shown in one line: each control character is replaced by a question mark.
  var printable: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return text
  }
}
