#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  package import FoundationNetworking
  import PromiseCore

  /// The sessions that run transfers, one for each session of a user, so that transfers share its connections.
  package enum TransferSessionPool {
    /// How long a session without transfers keeps its connections, in seconds. Many servers close them after five.
    private static let idleTime = 5.0  // equivalent constant: How long it keeps connections.
    /// How many sessions without transfers keep their connections. Each session has five descriptors.
    package static let longestIdleList = 4  // equivalent constant: How many it keeps.

    /// A session and the transfers that use it.
    private struct Entry {
      /// The user's session, which is retained so that its address remains unique.
      var owner: URLSession
      let session: TransferSession
      /// The number of transfers that have not ended.
      var transferCount = 0
      /// A number that increases each time that a session becomes idle, or `nil` while there are transfers.
      var idleNumber: Int?
    }

    private struct Pool {
      var entries: [ObjectIdentifier: Entry] = [:]
      var idleCount = 0  // equivalent constant: Only the order of the numbers matters.

      /// The keys of the sessions without transfers, in the order in which they became idle.
      var idleKeys: [ObjectIdentifier] {
        // equivalent boundary: The numbers differ.
        entries.filter { $0.value.idleNumber != nil }.sorted { $0.value.idleNumber! < $1.value.idleNumber! }.map(\.key)
      }
    }

    private static let pool = Lock(Pool())

    /// The number of sessions without transfers that have not been invalidated.
    package static var idleSessionCount: Int { pool.withLock { $0.idleKeys.count } }

    /// Returns the number of transfers of a user's session that have not ended.
    package static func transferCount(of owner: URLSession) -> Int {
      pool.withLock { $0.entries[ObjectIdentifier(owner)]?.transferCount ?? 0 }
    }

    /// Starts a transfer in the session for `owner`, and lets its promise cancel it.
    ///
    /// - Parameter upload: The body to upload, or `nil` if it is that of the request.
    static func start<Value>(
      _ transfer: some Transfer, _ request: URLRequest, uploading upload: Data? = nil, in owner: URLSession,
      _ resolver: Resolver<Value>
    ) {
      let session = pool.withLock { pool in
        var entry = pool.entries[ObjectIdentifier(owner)] ?? Entry(owner: owner, session: TransferSession(owner))
        entry.transferCount += 1
        entry.idleNumber = nil
        pool.entries[ObjectIdentifier(owner)] = entry
        return entry.session
      }
      session.start(transfer, request, uploading: upload, resolver)
    }

    /// Notes that a transfer has ended. If it was the last one, the session is invalidated: at once if the user's session
    /// has been released, and otherwise unless another transfer begins in time, or when too many others are idle.
    static func transferEnded(for key: ObjectIdentifier) {
      let (unused, idleNumber) = pool.withLock { pool -> (Entry?, Int?) in
        pool.entries[key]?.transferCount -= 1
        guard pool.entries[key]?.transferCount == 0 else { return (nil, nil) }
        if isKnownUniquelyReferenced(&pool.entries[key]!.owner) { return (pool.entries.removeValue(forKey: key), nil) }
        pool.idleCount += 1
        pool.entries[key]?.idleNumber = pool.idleCount
        let idleKeys = pool.idleKeys
        let oldest = idleKeys.count > longestIdleList ? pool.entries.removeValue(forKey: idleKeys[0]) : nil
        return (oldest, pool.idleCount)
      }
      unused?.session.invalidate()
      guard let idleNumber else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + idleTime) {
        let unused = pool.withLock { pool in
          pool.entries[key]?.idleNumber == idleNumber ? pool.entries.removeValue(forKey: key) : nil
        }
        unused?.session.invalidate()
      }
    }
  }
#endif
