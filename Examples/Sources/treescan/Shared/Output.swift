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

/// One of the program's two output streams.
struct Output: Sendable {
  /// Standard output, for the report and the help.
  static let results = Output(descriptor: 1)
  /// Standard error, for everything else.
  static let messages = Output(descriptor: 2)

  let descriptor: Int32

  /// Whether the stream is connected to a terminal.
  var isTerminal: Bool {
    isatty(descriptor) == 1
  }

  /// The width of the terminal, in characters.
  var columns: Int {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Writes all of `text`, with as many system calls as necessary.
  func write(_ text: String) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }
}

/// The system's `write`, under a name that does not clash with the method above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
