import LeavingStep1
import PodcastTestSupport
import PromiseConcurrency

// The functions of the module have the signatures of the protocol.
extension LeavingStep1.Podcasts: PodcastApp {
  /// Creates a shelf.
  public func makeShelf() -> any ShelfApp { LeavingStep1.Shelf(self) }
  /// Creates a prefetcher.
  public func makePrefetcher() -> any PrefetcherApp { LeavingStep1.Prefetcher(self) }
  /// Creates a session.
  public func makeSession() -> any SessionApp { LeavingStep1.Session(sdk: sdk) }
  /// Creates a player.
  public func makePlayer() -> any PlayerApp { LeavingStep1.Player(self) }
}

extension LeavingStep1.Shelf: ShelfApp {
  /// Keeps an episode. Returns a function that waits until it is stored.
  public func add(_ bytes: [UInt8], as name: String) -> @Sendable () async throws -> Void {
    let saving = keep(bytes, as: name)
    return { try await saving.get() }
  }
}

extension LeavingStep1.Prefetcher: PrefetcherApp {}
extension LeavingStep1.Session: SessionApp {}
extension LeavingStep1.Player: PlayerApp {}
