import LeavingStep3
import PodcastTestSupport

// The functions of the module have the signatures of the protocol.
extension LeavingStep3.Podcasts: PodcastApp {
  /// Creates a shelf.
  public func makeShelf() -> any ShelfApp { LeavingStep3.Shelf(self) }
  /// Creates a prefetcher.
  public func makePrefetcher() -> any PrefetcherApp { LeavingStep3.Prefetcher(self) }
  /// Creates a session.
  public func makeSession() -> any SessionApp { LeavingStep3.Session(sdk: sdk) }
  /// Creates a player.
  public func makePlayer() -> any PlayerApp { LeavingStep3.Player(self) }
}

extension LeavingStep3.Shelf: ShelfApp {
  /// Keeps an episode. Returns a function that waits until it is stored.
  public func add(_ bytes: [UInt8], as name: String) -> @Sendable () async throws -> Void {
    let saving = keep(bytes, as: name)
    return { try await saving.value }
  }
}

extension LeavingStep3.Prefetcher: PrefetcherApp {}
extension LeavingStep3.Session: SessionApp {}
extension LeavingStep3.Player: PlayerApp {}
