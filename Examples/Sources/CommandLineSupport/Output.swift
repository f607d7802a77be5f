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

/// One of a program's two output streams.
package struct Output: Sendable {
  /// Standard output, for the results and the help.
  package static let results = Output(descriptor: 1)
  /// Standard error, for everything else.
  package static let messages = Output(descriptor: 2)

  /// The file descriptor of the stream.
  private let descriptor: Int32

  /// Whether the stream is connected to a terminal that can move its cursor.
  package var isTerminal: Bool {
    guard isatty(descriptor) == 1, let type = getenv("TERM") else { return false }
    return String(cString: type) != "dumb"
  }

  /// The size of the terminal, in characters.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  /// Writes all of `text`, with as many system calls as necessary.
  package func write(_ text: String) throws(SystemError) {
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
