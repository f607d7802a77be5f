// Step 1: the functions. Each function has an `async` form, and its promise form calls it. The exceptions are the
// functions that wrap a completion handler: there, the `async` form awaits the promise. No caller has changed.

public import PodcastSDK
public import PromiseConcurrency

/// Podcasts of an SDK with completion handlers.
public struct Podcasts: Sendable {
  /// The SDK.
  public let sdk: any PodcastSDK
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

  /// The numbers of the episodes of a feed.
  public func episodes(of feed: String) async throws -> [Int] {
    try await episodes(of: feed).get(cancellation: .forward)
  }

  /// The title of an episode.
  public func title(of episode: Int) -> Promise<String> {
    wrap { handler in sdk.title(of: episode, completion: handler) }
  }

  /// The title of an episode.
  public func title(of episode: Int) async throws -> String {
    try await title(of: episode).get(cancellation: .forward)
  }

  /// Whether the server can be reached.
  public func isOnline() -> Guarantee<Bool> {
    Guarantee { seal in sdk.isOnline(completion: seal) }
  }

  /// Whether the server can be reached.
  public func isOnline() async -> Bool { await isOnline().get() }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) -> Guarantee<Bool> {
    Guarantee { seal in sdk.isEncoded(episode, completion: seal) }
  }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) async -> Bool { await isEncoded(episode).get() }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) -> Promise<Void> {
    wrap { handler in sdk.save(bytes, as: name, completion: handler) }
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) async throws {
    try await save(bytes, as: name).get(cancellation: .forward)
  }

  /// Downloads an episode, with progress. Canceling the promise stops the download.
  public func download(_ episode: Int, from mirror: String) -> Promise<[UInt8]> {
    Promise { resolver in
      let stop = sdk.download(
        episode, from: mirror, progress: { resolver.progress.report($0, of: $1) }, completion: resolver.resolve)
      resolver.onCancel(stop)
    }
  }

  /// Downloads an episode. Canceling the task stops the download.
  public func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> [UInt8] {
    try await download(episode, from: mirror)
      .onProgress(on: nil) { onProgress($0.fractionCompleted) }
      .get(cancellation: .forward)
  }

  // MARK: - For callers with completion handlers

  /// Loads the title of an episode.
  public func loadTitle(of episode: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    title(of: episode).complete(on: nil, completion)
  }
}
