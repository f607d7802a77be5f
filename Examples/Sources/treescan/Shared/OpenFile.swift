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

/// A file that Dispatch reads: a channel with Dispatch's callbacks, which each style adapts.
///
/// Nothing here blocks on the disk. Dispatch opens the file on one of its own threads when the first bytes are
/// requested, so a file that cannot be opened shows up as a failed `read`.
struct OpenFile: Sendable {
  /// The queue on which Dispatch runs the callbacks.
  static let queue = DispatchQueue(label: "treescan.reading", attributes: .concurrent)

  /// The number of bytes per read. A shorter read means the end of the file.
  static let chunkSize = 256 * 1024

  /// The channel that reads the file. The creator of an `OpenFile` must close it.
  let channel: DispatchIO

  /// The group that is left when the file has been closed; `notify` works before and after that.
  let closed: DispatchGroup

  /// Creates a channel for the file at `path`.
  init(_ path: ByteString) {
    let closed = DispatchGroup()
    closed.enter()
    let channel = path.absolutePath.withCPath { path in
      DispatchIO(
        type: .stream, path: path, oflag: O_RDONLY | O_NOFOLLOW | O_CLOEXEC, mode: 0, queue: OpenFile.queue
      ) { _ in closed.leave() }
    }
    guard let channel else { preconditionFailure("Dispatch rejects a path only if it is not absolute.") }
    self.channel = channel
    self.closed = closed
  }
}
