import Dispatch
import Synchronization

/// Collects the pieces in which Dispatch delivers a chunk.
///
/// The callbacks of one `read` run one after another, but possibly on different threads. Hence the lock.
final class ChunkBuffer: Sendable {
  private let collected = Mutex<[UInt8]>([])

  /// All bytes delivered so far.
  var bytes: [UInt8] {
    collected.withLock { $0 }
  }

  /// Appends the next piece, if there is one.
  func append(_ piece: DispatchData?) {
    piece?.enumerateBytes { bytes, _, _ in
      collected.withLock { $0.append(contentsOf: bytes) }
    }
  }
}
