/// The place in the source where a promise was made, for reports.
///
/// The address of the file's name instead of a `StaticString`: that leaves twelve bytes of the twenty-four.
package struct Origin: Sendable {
  private let name: UInt
  private let shortLine: UInt32

  package init(_ file: StaticString, _ line: UInt) {
    // A `StaticString` that is a single Unicode scalar has no address; `#fileID` never is one.
    name = file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    shortLine = UInt32(truncatingIfNeeded: line)
  }

  /// The file, as `#fileID` gives it: module and file name.
  package var file: String {
    UnsafePointer<UInt8>(bitPattern: name).map { String(cString: $0) } ?? ""
  }

  /// The line in that file.
  package var line: Int { Int(shortLine) }
}
