#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  package import FoundationNetworking
  import PromiseCore

  /// The sessions that run transfers, one for each session of a user, so that transfers share its connections.
  package enum TransferSessionPool {
    /// How long a session without transfers keeps its connections, in seconds. Many servers close them after five.
    private static let idleTime = 5.0

    /// A session and the transfers that use it.
    private struct Entry {
      /// The user's session, which is retained so that its address remains unique.
      var owner: URLSession
      let session: TransferSession
      /// The number of transfers that have not ended.
      var transferCount = 0
      /// The number of transfers that have begun so far.
      var startedCount = 0
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Returns the number of transfers of a user's session that have not ended.
    package static func transferCount(of owner: URLSession) -> Int {
      entries.withLock { $0[ObjectIdentifier(owner)]?.transferCount ?? 0 }
    }

    /// Starts a transfer in the session for `owner`, and lets its promise cancel it.
    ///
    /// - Parameter upload: The body to upload, or `nil` if it is that of the request.
    static func start<Value>(
      _ transfer: some Transfer, _ request: URLRequest, uploading upload: Data? = nil, in owner: URLSession,
      _ resolver: Resolver<Value>
    ) {
      let session = entries.withLock { entries in
        var entry = entries[ObjectIdentifier(owner)] ?? Entry(owner: owner, session: TransferSession(owner))
        entry.transferCount += 1
        entry.startedCount += 1
        entries[ObjectIdentifier(owner)] = entry
        return entry.session
      }
      session.start(transfer, request, uploading: upload, resolver)
    }

    /// Notes that a transfer has ended. If it was the last one, the session is invalidated: at once if the user's session
    /// has been released, and otherwise unless another transfer begins in time.
    static func transferEnded(for key: ObjectIdentifier) {
      let (unused, startedCount) = entries.withLock { entries -> (Entry?, Int?) in
        entries[key]?.transferCount -= 1
        guard let count = entries[key]?.transferCount, count == 0 else { return (nil, nil) }
        let isReleased = isKnownUniquelyReferenced(&entries[key]!.owner)
        return isReleased ? (entries.removeValue(forKey: key), nil) : (nil, entries[key]?.startedCount)
      }
      unused?.session.invalidate()
      guard let startedCount else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + idleTime) {
        let unused = entries.withLock { entries in
          entries[key]?.startedCount == startedCount ? entries.removeValue(forKey: key) : nil
        }
        unused?.session.invalidate()
      }
    }
  }
#endif
