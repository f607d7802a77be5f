/// How deeply the code of a file is nested.
///
/// The parser and the traversal of a syntax tree are recursive, and would overflow the stack. Therefore the depth is
/// computed from the text before it is parsed.
enum NestingDepth {
  /// The number of levels that are parsed. Code that people write has about 20.
  static let maximum = 250

  /// Returns the offset of the first bracket that is nested too deeply.
  ///
  /// Brackets in comments and in string literals do not count, except for interpolations. Angle brackets count if they
  /// directly follow a name, and arrows count up to the end of their line.
  static func firstOffsetTooDeep(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = NestingScanner(bytes)
      return scanner.firstOffsetTooDeep()
    }
  }
}

private struct NestingScanner {
  /// A string literal with an interpolation that has not ended.
  private struct Literal {
    let quoteCount: Int
    let poundCount: Int
    /// The number of open brackets around the literal.
    let depth: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var brackets = 0
  private var angles = 0
  private var arrows = 0
  private var literals: [Literal] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func firstOffsetTooDeep() -> Int? {
    while let byte = byte(at: 0) {
      switch byte {
      case "/" where self.byte(at: 1) == "/": skipLine()
      case "/" where self.byte(at: 1) == "*": skipBlockComment()
      case "#", "\"": readLiteral()
      case ")":
        brackets -= 1
        offset += 1
        if let literal = literals.last, literal.depth == brackets {
          literals.removeLast()
          readText(of: literal)
        }
      default:
        count(byte)
        if brackets + angles + arrows > NestingDepth.maximum { return offset }
        offset += 1
      }
    }
    return nil
  }

  /// Returns a byte after the current one as a character, or `nil` after the end.
  private func byte(at distance: Int) -> UnicodeScalar? {
    offset + distance < bytes.count ? UnicodeScalar(bytes[offset + distance]) : nil
  }

  private mutating func count(_ byte: UnicodeScalar) {
    switch byte {
    case "(", "[", "{": brackets += 1
    case "]", "}": brackets -= 1
    case "<" where offset > 0 && Self.isLetter(bytes[offset - 1]): angles += 1
    case ">" where offset > 0 && bytes[offset - 1] == UInt8(ascii: "-"): arrows += 1
    case ">": angles = max(0, angles - 1)
    case "\n": (angles, arrows) = (0, 0)
    default: break
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UnicodeScalar(byte).properties.isIDContinue
  }

  // MARK: - Comments

  private mutating func skipLine() {
    while let byte = byte(at: 0), byte != "\n" { offset += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while let byte = byte(at: 0) {
      switch (byte, self.byte(at: 1)) {
      case ("/", "*"): depth += 1
      case ("*", "/"): depth -= 1
      default:
        offset += 1
        continue
      }
      offset += 2
      if depth == 0 { return }
    }
  }

  // MARK: - String literals

  private mutating func readLiteral() {
    let poundCount = count(of: "#")
    offset += poundCount
    let quoteCount = count(of: "\"")
    guard quoteCount > 0 else { return }
    // Two quotation marks are an empty literal.
    offset += quoteCount == 2 ? 1 : min(quoteCount, 3)
    readText(of: Literal(quoteCount: quoteCount > 2 ? 3 : 1, poundCount: poundCount, depth: brackets))
  }

  /// Reads up to the end of a literal, or up to an interpolation.
  private mutating func readText(of literal: Literal) {
    while let byte = byte(at: 0) {
      switch byte {
      case "\"" where count(of: "\"") >= literal.quoteCount && hasPounds(literal, after: literal.quoteCount):
        offset += literal.quoteCount + literal.poundCount
        return
      case "\\" where hasPounds(literal, after: 1):
        offset += 1 + literal.poundCount
        guard self.byte(at: 0) == "(" else {
          offset += 1
          continue
        }
        // The parenthesis counts, and ends with the interpolation.
        literals.append(literal)
        return
      case "\n" where literal.quoteCount == 1:
        return
      default:
        offset += 1
      }
    }
  }

  private func hasPounds(_ literal: Literal, after distance: Int) -> Bool {
    count(of: "#", after: distance) >= literal.poundCount
  }

  /// Returns how often a character is repeated.
  private func count(of character: UnicodeScalar, after distance: Int = 0) -> Int {
    var count = 0
    while byte(at: distance + count) == character { count += 1 }
    return count
  }
}
