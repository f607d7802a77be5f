#if canImport(FoundationNetworking)
  import Dispatch
  package import FoundationNetworking
  import PromiseCore

  /// The sessions that run transfers, one for each session of a user, so that transfers share its connections.
  package enum TransferSessionPool {
    /// How long a session without transfers keeps its connections, in seconds. Many servers close them after five.
    private static let idleTime = 5.0

    /// A session and the transfers that use it.
    private struct Entry {
      /// The session. It retains the user's session, so that the address of that session remains unique.
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
    static func start<Value>(
      _ transfer: some Transfer, for owner: URLSession, _ resolver: Resolver<Value>,
      _ makeTask: (URLSession) -> URLSessionTask
    ) {
      let session = entries.withLock { entries in
        var entry = entries[ObjectIdentifier(owner)] ?? Entry(session: TransferSession(owner))
        entry.transferCount += 1
        entry.startedCount += 1
        entries[ObjectIdentifier(owner)] = entry
        return entry.session
      }
      session.start(transfer, resolver, makeTask)
    }

    /// Notes that a transfer has ended. If it was the last one, the session is invalidated unless another one begins in
    /// time.
    static func transferEnded(in session: TransferSession) {
      let key = ObjectIdentifier(session.owner)
      let startedCount = entries.withLock { entries -> Int? in
        entries[key]?.transferCount -= 1
        return entries[key]?.transferCount == 0 ? entries[key]?.startedCount : nil
      }
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
