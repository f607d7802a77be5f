import Dispatch
import Synchronization

/// Collects the pieces in which Dispatch delivers one chunk.
///
/// The callbacks of one `read` come one after the other, but maybe on different threads: hence the lock.
final class ChunkBuffer: Sendable {
  private let collected = Mutex<[UInt8]>([])

  /// All bytes that have been delivered so far.
  var bytes: [UInt8] {
    collected.withLock { $0 }
  }

  /// Adds the next piece, if there is one.
  func append(_ piece: DispatchData?) {
    piece?.enumerateBytes { bytes, _, _ in
      collected.withLock { $0.append(contentsOf: bytes) }
    }
  }
}
