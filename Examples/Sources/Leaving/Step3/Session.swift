import PlainSwift
public import PodcastSDK
import Synchronization

/// Requests with an access token, which they share.
public final class Session: Sendable {
  private let token: SharedTask<String>

  /// Creates a session without a token.
  public init(sdk: any PodcastSDK) {
    token = SharedTask { try await wrap { handler in sdk.signIn(completion: handler) } }
  }

  /// Sends a request with a token. Repeats it once with a new token if the server rejects the first one.
  public func send<Reply: Sendable>(
    _ request: @escaping @Sendable (_ token: String) async throws -> Reply
  ) async throws -> Reply {
    let used = try await token.get()
    do {
      return try await request(used)
    } catch PodcastError.unauthorized {
      await token.invalidate { $0 == used }
      return try await request(token.get())
    }
  }
}

/// Downloads that end with their owner.
public final class Prefetcher: Sendable {
  private let podcasts: Podcasts
  private let tasks = Mutex<[Task<Void, any Error>]>([])

  /// Creates a prefetcher.
  public init(_ podcasts: Podcasts) { self.podcasts = podcasts }

  deinit {
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }

  /// Downloads an episode, unless the prefetcher is released before.
  public func prefetch(_ episode: Int, receive: @escaping @Sendable ([UInt8]) -> Void) {
    let task = Task { [podcasts] in receive(try await podcasts.download(episode)) }
    tasks.withLock { $0.append(task) }
  }
}
