import PodcastSDK
public import PromiseConcurrency

// Chains, and several promises at once.
extension Podcasts {
  /// The titles of all episodes of a feed, which are loaded concurrently.
  public func titles(of feed: String) -> Promise<[String]> {
    episodes(of: feed)
      .get { episodes in if episodes.isEmpty { throw PodcastError.emptyFeed } }
      .thenMap { episode in title(of: episode) }
  }

  /// The title of the latest episode.
  public func latestTitle(of feed: String) -> Promise<String> {
    firstly { episodes(of: feed) }
      .map { episodes in
        guard let latest = episodes.last else { throw PodcastError.emptyFeed }
        return latest
      }
      .then { latest in title(of: latest) }
      .map { title in "Latest: \(title)" }
  }

  /// The number of episodes of two feeds.
  public func comparison(of one: String, and other: String) -> Promise<String> {
    when(fulfilled: episodes(of: one), episodes(of: other))
      .map { "\($0.count) : \($1.count)" }
  }

  /// The episodes of several feeds, by feed. One failure is enough to fail.
  public func index(of feeds: [String]) -> Promise<[String: [Int]]> {
    when(fulfilled: Dictionary(uniqueKeysWithValues: feeds.map { ($0, episodes(of: $0)) }))
  }

  /// Which feeds can be loaded. A failure of one does not matter to the others.
  public func availability(of feeds: [String]) -> Guarantee<[Bool]> {
    when(resolved: feeds.map { episodes(of: $0) })
      .map { results in
        results.map { result in if case .success = result { true } else { false } }
      }
  }

  /// The number of episodes of several feeds, which are loaded one after the other.
  public func total(of feeds: [String]) -> Promise<Int> {
    Promise.value(0).reduce(feeds) { sum, feed in
      episodes(of: feed).map { sum + $0.count }
    }
  }

  /// What to show for a feed, also if it cannot be loaded.
  public func summary(of feed: String) -> Guarantee<String> {
    latestTitle(of: feed)
      .recover(only: PodcastError.self) { error in
        guard error == .emptyFeed else { throw error }
        return .value("No episodes")
      }
      .recover { _ in
        isOnline().map { isOnline in isOnline ? "Not available" : "Offline" }
      }
  }

  /// The titles of some episodes, each as soon as it is loaded.
  public func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) -> Promise<Void> {
    Promise(forEach: episodes.map { title(of: $0) }.inCompletionOrder) { title in receive(title) }
  }
}
