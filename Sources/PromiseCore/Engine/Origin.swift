/// The place in the source where a promise was made, for reports.
@usableFromInline
package struct Origin: Sendable {
  /// The address of the file's name; 0 if it has none. It leaves twelve bytes of a `StaticString`'s twenty-four.
  fileprivate let name: UInt
  fileprivate let shortLine: UInt32

  @inlinable
  package init(_ file: StaticString, _ line: UInt) {
    // A `StaticString` that is a single Unicode scalar has no address; `#fileID` never is one.
    self.init(name: file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0, line: line)
  }

  @usableFromInline
  init(name: UInt, line: UInt) {
    self.name = name
    shortLine = UInt32(truncatingIfNeeded: line)
  }

  /// The file, as `#fileID` gives it: module and file name.
  package var file: String {
    UnsafePointer<UInt8>(bitPattern: name).map { String(cString: $0) } ?? ""
  }

  /// The line in that file.
  package var line: Int { Int(shortLine) }
}

/// Where a promise was made, and the scope that it belongs to, in one word.
///
/// A promise of a program that is not tested has no scope. Then the word holds the address of the file's name, which
/// leaves sixteen bits free nearly everywhere, and in those the line. Where it does not, or the line needs more, it is the
/// address of a box, as it is where there is a scope.
struct Place: Sendable {
  private let word: UInt64

  private final class Box: Sendable {
    let origin: Origin
    let scope: Scope?

    init(_ origin: Origin, _ scope: Scope?) {
      self.origin = origin
      self.scope = scope
    }
  }

  private static let lineBits: UInt64 = 48

  /// The word, and whether it is a box, which has to be released.
  static func of(_ origin: Origin, _ scope: Scope?) -> (Place, isBox: Bool) {
    let name = UInt64(origin.name)
    if scope == nil, name >> lineBits == 0, origin.shortLine <= UInt16.max {
      return (Place(word: name | UInt64(origin.shortLine) << lineBits), false)
    }
    let box = Unmanaged.passRetained(Box(origin, scope)).toOpaque()
    return (Place(word: UInt64(UInt(bitPattern: box))), true)
  }

  /// The place in the source.
  func origin(isBox: Bool) -> Origin {
    if isBox { return box.origin }
    return Origin(name: UInt(word & (1 << Self.lineBits - 1)), line: UInt(word >> Self.lineBits))
  }

  /// The scope of what is in the box.
  var scopeInBox: Scope? { box.scope }

  func releaseBox() { Unmanaged<Box>.fromOpaque(pointer).release() }

  private var box: Box { Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue() }

  private var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: UInt(word))! }

  private init(word: UInt64) { self.word = word }
}
