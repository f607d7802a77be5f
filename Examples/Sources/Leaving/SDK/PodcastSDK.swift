/// An SDK with completion handlers, which the module of this example uses.
public protocol PodcastSDK: Sendable {
  /// Loads the numbers of the episodes of a feed.
  func episodes(of feed: String, completion: @escaping @Sendable ([Int]?, (any Error)?) -> Void)

  /// Loads the title of an episode.
  func title(of episode: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void)

  /// Returns whether the server can be reached.
  func isOnline(completion: @escaping @Sendable (Bool) -> Void)

  /// Returns whether the server has encoded an episode.
  func isEncoded(_ episode: Int, completion: @escaping @Sendable (Bool) -> Void)

  /// Signs in. The token is valid until a request with it fails.
  func signIn(completion: @escaping @Sendable (Result<String, any Error>) -> Void)

  /// Stores bytes under a name.
  func save(_ bytes: [UInt8], as name: String, completion: @escaping @Sendable ((any Error)?) -> Void)

  /// Downloads an episode. Returns a closure that stops the download.
  func download(
    _ episode: Int, from mirror: String, progress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void,
    completion: @escaping @Sendable ([UInt8]?, (any Error)?) -> Void
  ) -> @Sendable () -> Void
}

/// The errors of the module, in every step. A caller that catches them does not notice which step it uses.
public enum PodcastError: Error, Equatable {
  /// A feed has no episodes.
  case emptyFeed
  /// Something does not exist.
  case notFound
  /// The server has failed.
  case serverFailed
  /// A download has taken too long.
  case timedOut
  /// The server has rejected the token.
  case unauthorized
}
