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
    try await withCallback { reply in
      sdk.episodes(of: feed) { episodes, error in reply(Result(episodes, error)) }
      return {}
    }
  }

  /// The title of an episode.
  public func title(of episode: Int) async throws -> String {
    try await withCallback { reply in
      sdk.title(of: episode, completion: reply)
      return {}
    }
  }

  /// Whether the server can be reached.
  public func isOnline() async -> Bool {
    await withCheckedContinuation { continuation in sdk.isOnline { continuation.resume(returning: $0) } }
  }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int) async -> Bool {
    await withCheckedContinuation { continuation in sdk.isEncoded(episode) { continuation.resume(returning: $0) } }
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String) async throws {
    try await withCallback { reply in
      sdk.save(bytes, as: name) { error in reply(Result((), error)) }
      return {}
    }
  }

  /// Downloads an episode. Canceling the task stops the download.
  public func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> [UInt8] {
    try await withCallback { reply in
      sdk.download(episode, from: mirror) {
        onProgress(Double($0) / Double($1))
      } completion: { bytes, error in
        reply(Result(bytes, error))
      }
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

extension Result where Failure == any Error {
  /// Creates a result of the arguments of a completion handler. The error counts, if there is one.
  fileprivate init(_ value: Success?, _ error: (any Error)?) {
    self =
      if let error { .failure(error) } else if let value { .success(value) } else {
        .failure(PodcastError.serverFailed)
      }
  }
}
