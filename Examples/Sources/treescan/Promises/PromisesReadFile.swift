import CommandLineSupport
import Dispatch
import PromiseCore

/// Reading with promises: each step is the next operator in the chain.
extension Promises {
  /// Counts a file. The guarantee is fulfilled with the count or an error after the file has been closed.
  ///
  /// A cancellation rejects the promise of the current read; the rest of the chain still runs.
  static func readFile(_ path: ByteString) -> Guarantee<Result<FileCount, any Error>> {
    let file = OpenFile(path)
    return countChunks(of: file, with: SharedCounter())
      .map { .success($0) }
      .recover { .value(.failure($0)) }
      .then { result in close(file).map { result } }
  }

  /// Counts the rest of a file: reads a chunk, counts it, and calls itself for the next one.
  private static func countChunks(of file: OpenFile, with counter: SharedCounter) -> Promise<FileCount> {
    // Counting takes long, so it must not run on the main queue, which is the default for handlers.
    readChunk(of: file).then(on: OpenFile.queue) { chunk in
      counter.feed(chunk)
      if chunk.count < OpenFile.chunkSize { return Promise.value(counter.finished()) }
      return countChunks(of: file, with: counter)
    }
  }

  /// Reads the next chunk of a file. Canceling the promise stops the channel.
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

  /// Closes a file. The guarantee is fulfilled when the file's slot is free.
  private static func close(_ file: OpenFile) -> Guarantee<Void> {
    file.channel.close()
    return Guarantee { seal in
      file.closed.notify(queue: OpenFile.queue) { seal(()) }
    }
  }
}
