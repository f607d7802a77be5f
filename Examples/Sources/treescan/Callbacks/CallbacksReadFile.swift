import CommandLineSupport
import Dispatch

/// Reading with callbacks: each function takes the next step as its last argument.
extension Callbacks {
  /// Counts a file. Calls `completion` once, with either the count or an error, after the file has been closed.
  static func readFile(
    _ path: ByteString, completion: @escaping @Sendable (FileCount?, (any Error)?) -> Void
  ) -> Cancel {
    let file = OpenFile(path)
    let counter = SharedCounter()
    countChunks(of: file, with: counter) { error in
      close(file) {
        if let error {
          completion(nil, error)
        } else {
          completion(counter.finished(), nil)
        }
      }
    }
    return { file.channel.close(flags: .stop) }
  }

  /// Counts the rest of a file: reads a chunk, counts it, and calls itself for the next one.
  private static func countChunks(
    of file: OpenFile, with counter: SharedCounter, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    readChunk(of: file) { chunk, error in
      guard let chunk else {
        completion(error)
        return
      }
      counter.feed(chunk)
      if chunk.count < OpenFile.chunkSize {
        completion(nil)
      } else {
        countChunks(of: file, with: counter, completion: completion)
      }
    }
  }

  /// Reads the next chunk of a file. Calls `completion` once, with either the bytes or an error.
  private static func readChunk(
    of file: OpenFile, completion: @escaping @Sendable ([UInt8]?, (any Error)?) -> Void
  ) {
    let chunk = ChunkBuffer()
    file.channel.read(offset: 0, length: OpenFile.chunkSize, queue: OpenFile.queue) {
      @Sendable isDone, piece, error in
      chunk.append(piece)
      guard isDone else { return }
      if error == 0 {
        completion(chunk.bytes, nil)
      } else {
        completion(nil, SystemError(code: error))
      }
    }
  }

  /// Closes a file. Calls `completion` when its slot is free.
  private static func close(_ file: OpenFile, completion: @escaping @Sendable () -> Void) {
    file.channel.close()
    file.closed.notify(queue: OpenFile.queue, execute: completion)
  }
}
