import Dispatch
import PromiseCore

/// Reading with promises: what to do next is the next link of the chain.
extension Promises {
  /// Counts a file; guarantees either the count or an error, after the file is closed.
  ///
  /// A cancellation ends the reading, and that rejects its promise; the rest of the chain runs nevertheless.
  static func readFile(_ path: ByteString) -> Guarantee<Result<FileCount, any Error>> {
    let file = OpenFile(path)
    return countChunks(of: file, with: SharedCounter())
      .map { .success($0) }
      .recover { .value(.failure($0)) }
      .then { result in close(file).map { result } }
  }

  /// Counts what is left of a file: reads a chunk, counts it, and calls itself for the next one.
  private static func countChunks(of file: OpenFile, with counter: SharedCounter) -> Promise<FileCount> {
    // Counting takes long: it has to keep off the main queue, where handlers run unless told otherwise.
    readChunk(of: file).then(on: OpenFile.queue) { chunk in
      counter.feed(chunk)
      if chunk.count < OpenFile.chunkSize { return Promise.value(counter.finished()) }
      return countChunks(of: file, with: counter)
    }
  }

  /// Reads the next chunk of a file; to cancel the promise stops the channel.
  private static func readChunk(of file: OpenFile) -> Promise<[UInt8]> {
    let chunk = ChunkBuffer()
    return Promise { resolver in
      resolver.onCancel { file.channel.close(flags: .stop) }
      file.channel.read(offset: 0, length: OpenFile.chunkSize, queue: OpenFile.queue) {
        isDone, piece, error in
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

  /// Closes a file; the guarantee is fulfilled when its slot is free.
  private static func close(_ file: OpenFile) -> Guarantee<Void> {
    file.channel.close()
    return Guarantee { seal in
      file.closed.notify(queue: OpenFile.queue) { seal(()) }
    }
  }
}
