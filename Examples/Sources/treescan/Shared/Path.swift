#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("Import the C library of this system here.")
#endif

/// Operations on byte strings that are file paths.
extension ByteString {
  /// Returns the path of the entry called `name` in the folder at this path.
  func appending(_ name: ByteString) -> ByteString {
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return ByteString(bytes: bytes + separator + name.bytes)
  }

  /// Whether this name starts with a dot.
  var isHidden: Bool {
    bytes.first == UInt8(ascii: ".")
  }

  /// The lowercased text after the last dot of the name, or `(none)`.
  var fileExtension: ByteString {
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex, dot + 1 < name.endIndex
    else { return ByteString("(none)") }
    return ByteString(bytes: name[(dot + 1)...].map(\.lowercasedASCII))
  }

  /// The absolute path, which Dispatch requires.
  var absolutePath: ByteString {
    bytes.first == UInt8(ascii: "/") ? self : ByteString.currentFolder.appending(self)
  }

  /// The current directory when the program started.
  private static let currentFolder: ByteString = {
    guard let path = getcwd(nil, 0) else { return ByteString("/") }
    defer { free(path) }
    return ByteString(cString: path)
  }()

  /// Creates a byte string from the bytes before the terminating zero.
  init(cString: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)).map { $0 })
  }

  /// Calls `body` with the path as a zero-terminated C string.
  func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { terminated in
      terminated.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }
}

extension UInt8 {
  /// The lowercase letter for an ASCII capital letter; otherwise the byte itself.
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
