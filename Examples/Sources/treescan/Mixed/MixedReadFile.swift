import CommandLineSupport
import Dispatch
import PromiseConcurrency

/// Reading in the middle of the migration: the loop is new and async, the functions it awaits are old.
extension Mixed {
  /// New: counts a file. Returns the count, or throws an error, after the file has been closed.
  static func readFile(_ path: ByteString) async throws -> FileCount {
    try Task.checkCancellation()
    let file = OpenFile(path)
    do {
      let count = try await countChunks(of: file)
      await close(file).get()
      return count
    } catch {
      await close(file).get()
      throw error
    }
  }

  /// New: counts the contents of a file, chunk by chunk.
  private static func countChunks(of file: OpenFile) async throws -> FileCount {
    var counter = Counter()
    while true {
      // The bridge from new to old. By default, canceling a waiting task does not cancel the promise, because
      // it may have other consumers. This promise has none, so the cancellation is forwarded.
      let promise = readChunk(of: file)
      let chunk = try await withTaskCancellationHandler {
        try await promise.get()
      } onCancel: {
        promise.cancel()
      }
      counter.feed(chunk)
      if chunk.count < OpenFile.chunkSize { return counter.finished() }
    }
  }

  /// Old: reads the next chunk of a file. Canceling the promise stops the channel.
  private static func readChunk(of file: OpenFile) -> Promise<[UInt8]> {
    let chunk = ChunkBuffer()
    return Promise { resolver in
      resolver.onCancel { file.channel.close(flags: .stop) }
      file.channel.read(offset: 0, length: OpenFile.chunkSize, queue: OpenFile.queue) {
        @Sendable isDone, piece, error in
        chunk.append(piece)
        guard isDone else { return }
        if error == 0 {
          resolver.fulfill(chunk.bytes)
        } else {
          resolver.reject(SystemError(code: error))
        }
      }
    }
  }

  /// Old: closes a file. The guarantee is fulfilled when the file's slot is free.
  private static func close(_ file: OpenFile) -> Guarantee<Void> {
    file.channel.close()
    return Guarantee { seal in
      file.closed.notify(queue: OpenFile.queue) { seal(()) }
    }
  }
}
