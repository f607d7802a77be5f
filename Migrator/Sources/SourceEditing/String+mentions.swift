import Foundation

extension String {
  /// Whether the text contains another one, byte by byte.
  ///
  /// Unlike `contains`, this does not decode characters.
  package func mentions(_ word: String) -> Bool { mentions(anyOf: CollectionOfOne(word)) }

  /// Whether the text contains any of the words, byte by byte.
  package func mentions(anyOf words: some Collection<String>) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      words.contains { word in
        var word = word
        return word.withUTF8 { bytes.contains($0) }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes of another buffer occur in this one.
  fileprivate func contains(_ other: Self) -> Bool {
    var start = 0
    while start + other.count <= count {
      guard let found = memchr(baseAddress! + start, Int32(other[0]), count - start - other.count + 1) else {
        return false
      }
      if memcmp(found, other.baseAddress!, other.count) == 0 { return true }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress!) + 1
    }
    return false
  }
}
