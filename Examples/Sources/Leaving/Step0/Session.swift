public import PodcastSDK
public import PromiseConcurrency
import PromiseScoping
import PromiseSharing

/// Requests with an access token, which they share.
public final class Session: Sendable {
  private let token: SharedPromise<String>

  /// Creates a session without a token.
  public init(sdk: any PodcastSDK) {
    token = SharedPromise { wrap { handler in sdk.signIn(completion: handler) } }
  }

  /// Sends a request with a token. Repeats it once with a new token if the server rejects the first one.
  public func send<Reply>(_ request: @escaping @Sendable (_ token: String) -> Promise<Reply>) -> Promise<Reply> {
    token.promise().then { [token] used in
      request(used).recover(only: PodcastError.self) { error in
        guard error == .unauthorized else { throw error }
        token.invalidate { $0 == used }
        return token.promise().then(request)
      }
    }
  }
}

/// Downloads that end with their owner.
public final class Prefetcher: Sendable {
  private let podcasts: Podcasts
  private let scope = PromiseScope()

  /// Creates a prefetcher.
  public init(_ podcasts: Podcasts) { self.podcasts = podcasts }

  /// Downloads an episode, unless the prefetcher is released before.
  public func prefetch(_ episode: Int, receive: @escaping @Sendable ([UInt8]) -> Void) {
    podcasts.download(episode).done { receive($0) }.cauterize().store(in: scope)
  }
}
