/// The state of a player, for a view.
@MainActor public final class Player {
  /// What the view shows.
  public private(set) var status = "idle"
  /// The number of downloads that have ended, also those that were canceled.
  public private(set) var ended = 0
  private let podcasts: Podcasts
  private var playing: Task<Void, Never>?

  /// Creates a player that is idle.
  public init(_ podcasts: Podcasts) { self.podcasts = podcasts }

  /// Downloads and plays an episode instead of the previous one.
  public func play(_ episode: Int) {
    playing?.cancel()
    status = "loading \(episode)"
    playing = Task {
      defer { ended += 1 }
      do {
        let bytes = try await podcasts.download(episode)
        // A canceled promise runs no handler. A canceled task continues with a value that has arrived before.
        try Task.checkCancellation()
        status = "playing \(bytes.count) bytes"
      } catch {
        // `catch` of a promise skips cancellation; the statement does not.
        if !Task.isCancelled { status = "failed: \(error)" }
      }
    }
  }

  /// Stops the download.
  public func stop() {
    playing?.cancel()
    status = "idle"
  }

  /// Waits until the download has ended.
  public func finish() async { await playing?.value }
}
