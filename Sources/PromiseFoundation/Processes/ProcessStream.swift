#if os(macOS) || !canImport(Darwin)
  import Foundation

  /// A pipe and the bytes that have been read from it.
  final class ProcessStream: @unchecked Sendable {
    // One thread at a time uses the stream, except that any thread may call `signal()`, which locks.
    let pipe = Pipe()
    private(set) var data = Data()
    /// Whether the end has been reached or the pipe has been closed.
    private var isAtEnd = false
    private let isClosed = Lock(false)

    /// The most bytes that are read at once. A pipe holds 64 KiB unless it is enlarged.
    private static let chunk = 64 * 1_024

    /// The event that `poll` waits for. It ignores negative descriptors.
    private var event: pollfd {
      pollfd(fd: isAtEnd ? -1 : pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Whether there are bytes to read, or the end.
    var isReadable: Bool {
      var event = event
      return poll(&event, 1, 0) > 0
    }

    /// Waits until one of the streams is readable, or until the time is up.
    static func wait(for streams: [ProcessStream], milliseconds: Int32) {
      var events = streams.map(\.event)
      // An interruption by a signal does no harm, because the caller checks which stream is readable.
      _ = poll(&events, .init(events.count), milliseconds)
    }

    /// Reads one chunk from a readable stream, and closes the stream if it exceeds the limit.
    ///
    /// - Parameter limit: The most bytes that `data` may contain.
    /// - Returns: The number of bytes read, which is 0 at the end, and whether they exceed the limit.
    func read(upTo limit: Int) -> (count: Int, isTooMuch: Bool) {
      withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
        let count = posixRead(pipe.fileHandleForReading.fileDescriptor, buffer.baseAddress, buffer.count)
        let kept = min(max(count, 0), limit - data.count)
        data.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<kept]))
        if count == 0 || (count < 0 && errno != EINTR) { isAtEnd = true }
        if kept < count { close() }
        return (max(count, 0), kept < count)
      }
    }

    /// Makes the stream readable, unless it has been closed.
    func signal() {
      isClosed.withLock { isClosed in
        if !isClosed { pipe.fileHandleForWriting.write(Data([0])) }
      }
    }

    /// Closes the descriptors.
    func close() {
      isAtEnd = true
      isClosed.withLock { isClosed in
        guard !isClosed else { return }
        isClosed = true
        // Launching a process has closed the end for writing of a pipe that the process uses. Closing it again fails.
        try? pipe.fileHandleForWriting.close()
        try? pipe.fileHandleForReading.close()
      }
    }
  }

  /// The function of the C library, which a method of `ProcessStream` hides.
  private func posixRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
  }
#endif
