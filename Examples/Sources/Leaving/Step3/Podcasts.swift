// Step 3: the last promise. The module no longer depends on the library. In a codebase, the files of `PlainSwift` that it
// uses would be copied into it.

public import PodcastSDK
import PlainSwift

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
    try await wrap { handler in sdk.episodes(of: feed, completion: handler) }
  }

  /// The title of an episode.
  public func title(of episode: Int) async throws -> String {
    try await wrap { handler in sdk.title(of: episode, completion: handler) }
  }

  /// Whether the server can be reached.
  public func isOnline() async -> Bool {
    await withSeal { seal in sdk.isOnline(completion: seal) }
  }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) async -> Bool {
    await withSeal { seal in sdk.isEncoded(episode, completion: seal) }
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) async throws {
    try await wrap { handler in sdk.save(bytes, as: name, completion: handler) }
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
    Task {
      do { completion(try await title(of: episode), nil) } catch { completion(nil, error) }
    }
  }
}
