import LeavingStep2
import PodcastTestSupport

// The functions of the module have the signatures of the protocol.
extension LeavingStep2.Podcasts: PodcastApp {
  /// Creates a shelf.
  public func makeShelf() -> any ShelfApp { LeavingStep2.Shelf(self) }
  /// Creates a prefetcher.
  public func makePrefetcher() -> any PrefetcherApp { LeavingStep2.Prefetcher(self) }
  /// Creates a session.
  public func makeSession() -> any SessionApp { LeavingStep2.Session(sdk: sdk) }
  /// Creates a player.
  public func makePlayer() -> any PlayerApp { LeavingStep2.Player(self) }
}

extension LeavingStep2.Shelf: ShelfApp {
  /// Keeps an episode. Returns a function that waits until it is stored.
  public func add(_ bytes: [UInt8], as name: String) -> @Sendable () async throws -> Void {
    let saving = keep(bytes, as: name)
    return { try await saving.value }
  }
}

extension LeavingStep2.Prefetcher: PrefetcherApp {}
extension LeavingStep2.Session: SessionApp {}
extension LeavingStep2.Player: PlayerApp {}
