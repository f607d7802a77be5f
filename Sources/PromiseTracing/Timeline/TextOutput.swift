import CPromiseTracing

/// Text that is collected in memory, and written to a file in pieces.
struct TextOutput: ~Copyable {
  private static let pieceSize = 1 << 16

  private(set) var bytes: [UInt8] = []
  private let file: OpaquePointer?
  /// Whether everything so far has been written.
  private(set) var hasSucceeded = true

  /// Creates text in memory.
  init() { file = nil }

  /// Creates a file, or returns `nil` if that is not possible.
  init?(path: String) {
    guard let file = promise_tracing_open_file(path) else { return nil }
    self.file = file
    bytes.reserveCapacity(2 * Self.pieceSize)
  }

  /// Closes the file. Returns whether everything has been written.
  consuming func close() -> Bool {
    flush()
    if let file, !promise_tracing_close_file(file) { return false }
    return hasSucceeded
  }

  private mutating func flush() {
    guard let file else { return }
    if !promise_tracing_write_file(file, bytes, bytes.count) { hasSucceeded = false }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func write(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    if bytes.count >= Self.pieceSize { flush() }
  }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceSize { flush() }
  }

  mutating func write(_ number: some BinaryInteger) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = UInt64(number.magnitude)
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a time in microseconds, with three decimals.
  mutating func write(microseconds nanoseconds: UInt64) {
    write(nanoseconds / 1000)
    let rest = UInt8(nanoseconds % 1000 / 100), tens = UInt8(nanoseconds % 100 / 10), ones = UInt8(nanoseconds % 10)
    bytes.append(contentsOf: [UInt8(ascii: "."), 48 + rest, 48 + tens, 48 + ones])
  }

  /// Writes a string literal of JSON, which may stand in a script of HTML.
  mutating func write(literal text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write(#"\""#)
      case UInt8(ascii: "\\"): write(#"\\"#)
      case UInt8(ascii: "<"): write(#"\u003c"#)  // `</script>` would end the script
      case 0..<0x20:
        write(#"\u00"#)
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
