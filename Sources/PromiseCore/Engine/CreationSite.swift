/// The creation site of a promise in the source code, for reports.
@usableFromInline
package struct CreationSite: Sendable, Hashable {
  /// The address of the file's name, or 0 if it has none. A site takes twenty bytes, whereas two `StaticString`s would
  /// take forty-eight.
  fileprivate let name: UInt
  /// The address of the name of the library's function that creates the promise, or 0 if it is not known.
  fileprivate let maker: UInt
  fileprivate let shortLine: UInt32

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - file: The file, as `#fileID`.
  ///   - line: The line.
  ///   - function: The function of this library that creates the promise: by default, the function that calls this
  ///     initializer.
  @inlinable
  package init(_ file: StaticString, _ line: UInt, function: StaticString = #function) {
    // A `StaticString` that is a single Unicode scalar has no address. `#fileID` and `#function` never are one.
    self.init(
      name: file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0,
      maker: UInt(bitPattern: function.utf8Start), line: line)
  }

  @usableFromInline
  init(name: UInt, maker: UInt, line: UInt) {
    self.name = name
    self.maker = maker
    shortLine = UInt32(truncatingIfNeeded: line)
  }

  /// The file in the form of `#fileID`: the names of the module and of the file.
  package var file: String {
    UnsafePointer<UInt8>(bitPattern: name).map { String(cString: $0) } ?? ""
  }

  /// The line in that file.
  package var line: Int { Int(shortLine) }

  /// The function of this library that created the promise, with its argument labels, or an empty string if it is not
  /// known. Only the site of a promise that belongs to a context has it.
  package var function: String {
    UnsafePointer<UInt8>(bitPattern: maker).map { String(cString: $0) } ?? ""
  }
}

/// The creation site of a promise and the context that it belongs to, in one word.
///
/// Outside of tests a promise has no context. The word then holds the address of the file's name, which leaves sixteen
/// bits free on nearly all systems, and the line in those bits. If the address or the line needs more bits, or if there
/// is a context, the word is the address of a box.
///
/// The record does not know which of the two it is: the flag `PromiseFlags.boxed` does. The promise owns one
/// reference to the box, which it releases in its `deinit`. The record never changes, so it may be read on any thread.
struct CreationRecord: Sendable {
  private let word: UInt64

  // Only `record` changes, once, before another thread has a reference to the promise.
  private final class Box: @unchecked Sendable {
    let site: CreationSite
    let context: PromiseContext?
    // Written once at most, by the thread that creates the promise, before another thread has a reference to it.
    var record: (any PromiseRecord)?

    init(_ site: CreationSite, _ context: PromiseContext?) {
      self.site = site
      self.context = context
    }
  }

  private static let addressBits: UInt64 = 48

  /// Returns the record, and whether it is a box, which has to be released.
  static func make(_ site: CreationSite, _ context: PromiseContext?) -> (CreationRecord, isBox: Bool) {
    if context == nil, let short = CreationRecord(short: site) { return (short, false) }
    return (makeBox(site, context), true)
  }

  @inline(never)
  private static func makeBox(_ site: CreationSite, _ context: PromiseContext?) -> CreationRecord {
    let box = Unmanaged.passRetained(Box(site, context)).toOpaque()
    return CreationRecord(word: UInt64(UInt(bitPattern: box)))
  }

  func site(isBox: Bool) -> CreationSite {
    if isBox { return box.site }
    return CreationSite(name: UInt(word & (1 << Self.addressBits - 1)), maker: 0, line: UInt(word >> Self.addressBits))
  }

  /// The context in the box.
  var contextInBox: PromiseContext? { box.context }

  /// What the recorder of the context keeps about the promise.
  var recordInBox: (any PromiseRecord)? {
    get { box.record }
    nonmutating set { box.record = newValue }
  }

  func releaseBox() { Unmanaged<Box>.fromOpaque(pointer).release() }

  private var box: Box { Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue() }

  private var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: UInt(word))! }

  private init(word: UInt64) { self.word = word }

  /// Creates a record that is not a box, or returns `nil` if the site needs one.
  @inline(__always)
  init?(short site: CreationSite) {
    let name = UInt64(site.name)
    guard name >> Self.addressBits == 0, site.shortLine <= UInt16.max else { return nil }
    word = name | UInt64(site.shortLine) << Self.addressBits
  }
}
