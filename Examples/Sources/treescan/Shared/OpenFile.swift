import Dispatch

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

/// A file that Dispatch reads: a channel with the callbacks of Dispatch, which each style turns into its own.
///
/// Nothing here waits for the disk. Dispatch opens the file when the first bytes are asked for, on a thread of
/// its own, and so a file that cannot be opened shows as a `read` that fails.
struct OpenFile: Sendable {
  /// The queue on which Dispatch calls back.
  static let queue = DispatchQueue(label: "treescan.reading", attributes: .concurrent)

  /// How many bytes are asked for at once; a file that gives fewer has come to its end.
  static let chunkSize = 256 * 1024

  /// What reads the file. Who makes an `OpenFile` has to close its channel.
  let channel: DispatchIO

  /// Is left when the file is closed for good; `notify` then tells of it, be it early or late.
  let closed: DispatchGroup

  /// Makes a channel to the file at `path`.
  init(_ path: ByteString) {
    let closed = DispatchGroup()
    closed.enter()
    let channel = path.absolutePath.withCPath { path in
      DispatchIO(
        type: .stream, path: path, oflag: O_RDONLY | O_NOFOLLOW | O_CLOEXEC, mode: 0, queue: OpenFile.queue
      ) { _ in closed.leave() }
    }
    guard let channel else { preconditionFailure("Dispatch refuses only a path that is not absolute") }
    self.channel = channel
    self.closed = closed
  }
}
