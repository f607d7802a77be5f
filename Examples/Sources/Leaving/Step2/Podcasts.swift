// Step 2: the callers. All of them use the `async` forms, so that the promise forms are gone. Promises are left inside
// of functions only, where an operation of the library has no counterpart in plain Swift.

public import PodcastSDK
import PromiseConcurrency

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
  public func episodes(of feed: String) async throws -> [Int] {
    try await wrap { handler in sdk.episodes(of: feed, completion: handler) }.get(cancellation: .forward)
  }

  /// The title of an episode.
  public func title(of episode: Int) async throws -> String {
    try await wrap { handler in sdk.title(of: episode, completion: handler) }.get(cancellation: .forward)
  }

  /// Whether the server can be reached.
  public func isOnline() async -> Bool {
    await Guarantee { seal in sdk.isOnline(completion: seal) }.get()
  }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) async -> Bool {
    await Guarantee { seal in sdk.isEncoded(episode, completion: seal) }.get()
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) async throws {
    try await wrap { handler in sdk.save(bytes, as: name, completion: handler) }.get(cancellation: .forward)
  }

  /// Downloads an episode. Canceling the task stops the download.
  public func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> [UInt8] {
    try await withResolver { resolver in
      let stop = sdk.download(
        episode, from: mirror, progress: { onProgress(Double($0) / Double($1)) }, completion: resolver.resolve)
      resolver.onCancel(stop)
    }
  }

  // MARK: - For callers with completion handlers

  /// Loads the title of an episode.
  public func loadTitle(of episode: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    Promise { try await title(of: episode) }.complete(on: nil, completion)
  }
}
