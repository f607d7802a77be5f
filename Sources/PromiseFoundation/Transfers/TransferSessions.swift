#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// The sessions that run transfers, one for each session of a user, so that transfers share its connections.
  enum TransferSessions {
    /// How long a session without transfers keeps its connections, in seconds. Many servers close them after five.
    private static let idleTime = 5.0

    /// A session and the transfers that use it.
    private struct Entry {
      let session: TransferSession
      /// The number of transfers that have not ended.
      var transferCount = 0
      /// The number of transfers that have begun so far.
      var startedCount = 0
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Starts a transfer in the session for `owner`, and lets its promise cancel it.
    static func start<Value>(
      _ transfer: some Transfer, for owner: URLSession, _ resolver: Resolver<Value>,
      _ makeTask: (URLSession) -> URLSessionTask
    ) {
      let (session, replaced) = entries.withLock { entries in
        let key = ObjectIdentifier(owner)
        // Another session may have had the same address.
        let replaced = entries[key].flatMap { $0.session.owner === owner ? nil : $0 }
        var entry = (replaced == nil ? entries[key] : nil) ?? Entry(session: TransferSession(owner))
        entry.transferCount += 1
        entry.startedCount += 1
        entries[key] = entry
        return (entry.session, replaced?.session)
      }
      replaced?.invalidate()
      session.start(transfer, resolver, makeTask)
    }

    /// Notes that a transfer has ended. If it was the last one, the session is invalidated unless another one begins in
    /// time.
    static func transferEnded(in session: TransferSession) {
      let idle = entries.withLock { entries -> (key: ObjectIdentifier, startedCount: Int)? in
        guard let key = entries.first(where: { $0.value.session === session })?.key else { return nil }
        entries[key]!.transferCount -= 1
        return entries[key]!.transferCount == 0 ? (key, entries[key]!.startedCount) : nil
      }
      guard let idle else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + idleTime) {
        let isUnused = entries.withLock { entries in
          guard let entry = entries[idle.key], entry.session === session, entry.startedCount == idle.startedCount else {
            return false
          }
          entries[idle.key] = nil
          return true
        }
        if isUnused { session.invalidate() }
      }
    }
  }
#endif
