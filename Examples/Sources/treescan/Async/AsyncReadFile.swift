import CommandLineSupport
import Dispatch

/// Reading with async functions: each step is the next line.
extension Async {
  /// Counts a file. Returns the count, or throws an error, after the file has been closed.
  static func readFile(_ path: ByteString) async throws -> FileCount {
    try Task.checkCancellation()
    let file = OpenFile(path)
    return try await withTaskCancellationHandler {
      do {
        let count = try await countChunks(of: file)
        await close(file)
        return count
      } catch {
        await close(file)
        throw error
      }
    } onCancel: {
      file.channel.close(flags: .stop)
    }
  }

  /// Counts the contents of a file, chunk by chunk.
  private static func countChunks(of file: OpenFile) async throws -> FileCount {
    var counter = Counter()
    while true {
      let chunk = try await readChunk(of: file)
      counter.feed(chunk)
      if chunk.count < OpenFile.chunkSize { return counter.finished() }
    }
  }

  /// Reads the next chunk of a file.
  private static func readChunk(of file: OpenFile) async throws -> [UInt8] {
    let chunk = ChunkBuffer()
    return try await withCheckedThrowingContinuation { continuation in
      file.channel.read(offset: 0, length: OpenFile.chunkSize, queue: OpenFile.queue) {
        @Sendable isDone, piece, error in
        chunk.append(piece)
        guard isDone else { return }
        if error == 0 {
          continuation.resume(returning: chunk.bytes)
        } else {
          continuation.resume(throwing: SystemError(code: error))
        }
      }
    }
  }

  /// Closes a file. Returns when its slot is free.
  private static func close(_ file: OpenFile) async {
    file.channel.close()
    await withCheckedContinuation { continuation in
      file.closed.notify(queue: OpenFile.queue) { continuation.resume() }
    }
  }
}
