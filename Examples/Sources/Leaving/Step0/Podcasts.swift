// Step 0: the module before it leaves. Everything is a promise.

public import PodcastSDK
public import PromiseConcurrency

/// Podcasts of an SDK with completion handlers.
public struct Podcasts: Sendable {
  let sdk: any PodcastSDK
  let mirrors: [String]
  let clock: any Clock<Duration>

  /// Creates the module for an SDK, the mirrors of downloads, and the clock that measures time.
  public init(sdk: any PodcastSDK, mirrors: [String], clock: any Clock<Duration>) {
    self.sdk = sdk
    self.mirrors = mirrors
    self.clock = clock
  }

  // MARK: - Wrapped completion handlers

  /// The numbers of the episodes of a feed.
  public func episodes(of feed: String) -> Promise<[Int]> {
    wrap { handler in sdk.episodes(of: feed, completion: handler) }
  }

  /// The title of an episode.
  public func title(of episode: Int) -> Promise<String> {
    wrap { handler in sdk.title(of: episode, completion: handler) }
  }

  /// Whether the server can be reached.
  public func isOnline() -> Guarantee<Bool> {
    Guarantee { seal in sdk.isOnline(completion: seal) }
  }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) -> Guarantee<Bool> {
    Guarantee { seal in sdk.isEncoded(episode, completion: seal) }
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) -> Promise<Void> {
    wrap { handler in sdk.save(bytes, as: name, completion: handler) }
  }

  /// Downloads an episode, with progress. Canceling the promise stops the download.
  public func download(_ episode: Int, from mirror: String) -> Promise<[UInt8]> {
    Promise { resolver in
      let stop = sdk.download(
        episode, from: mirror, progress: { resolver.progress.report($0, of: $1) }, completion: resolver.resolve)
      resolver.onCancel(stop)
    }
  }

  // MARK: - For callers with completion handlers

  /// Loads the title of an episode.
  public func loadTitle(of episode: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    title(of: episode).complete(on: nil, completion)
  }
}
