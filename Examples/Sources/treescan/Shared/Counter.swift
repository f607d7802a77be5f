/// Counts the lines, bytes and words of a file that arrives in chunks.
///
/// A chunk may end in the middle of a word; the beginning is kept until the rest arrives.
struct Counter: Sendable {
  /// The minimum length of a word, in bytes.
  private static let shortestWord = 3

  private var count = FileCount()
  private var word = ByteString()

  /// Counts the next bytes of the file.
  mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>) {
    count.bytes += chunk.count
    for byte in chunk {
      if byte == UInt8(ascii: "\n") { count.lines += 1 }
      if count.isBinary { continue }
      if Counter.isLetter(byte) {
        word.bytes.append(byte.lowercasedASCII)
      } else {
        endWord()
        if byte == 0 { becomeBinary() }
      }
    }
  }

  /// Counts the next bytes of the file.
  mutating func feed(_ chunk: [UInt8]) {
    chunk.withUnsafeBufferPointer { feed($0) }
  }

  /// Returns the result, after all bytes have been counted.
  func finished() -> FileCount {
    var last = self
    last.endWord()
    return last.count
  }

  /// Returns whether a byte can be part of a word: an ASCII letter, or part of a multibyte UTF-8 character.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    default: false
    }
  }

  /// Counts the collected word if it is long enough, and begins the next one.
  private mutating func endWord() {
    if word.bytes.count >= Counter.shortestWord { count.words[word, default: 0] += 1 }
    word.bytes.removeAll(keepingCapacity: true)
  }

  /// Marks the file as binary and discards its words.
  private mutating func becomeBinary() {
    count.isBinary = true
    count.words = [:]
  }
}
