import PromiseConcurrency

/// The state of a player, for a view.
@MainActor public final class Player {
  /// What the view shows.
  public private(set) var status = "idle"
  /// The number of downloads that have ended, also those that were canceled.
  public private(set) var ended = 0
  private let podcasts: Podcasts
  private var playing: Promise<Void>?

  /// Creates a player that is idle.
  public init(_ podcasts: Podcasts) { self.podcasts = podcasts }

  /// Downloads and plays an episode instead of the previous one.
  public func play(_ episode: Int) {
    playing?.cancel()
    status = "loading \(episode)"
    playing = podcasts.download(episode)
      .done { self.status = "playing \($0.count) bytes" }
      .ensure { self.ended += 1 }
      .catch { self.status = "failed: \($0)" }
  }

  /// Stops the download.
  public func stop() {
    playing?.cancel()
    status = "idle"
  }

  /// Waits until the download has ended.
  public func finish() async { _ = await playing?.getResult() }
}
