import PodcastSDK
public import PromiseConcurrency

// Chains have become statements, and several promises at once `async let` or a task group.
extension Podcasts {
  /// The titles of all episodes of a feed, which are loaded concurrently.
  public func titles(of feed: String) async throws -> [String] {
    let episodes = try await episodes(of: feed)
    if episodes.isEmpty { throw PodcastError.emptyFeed }
    return try await Promise(
      collecting: episodes.concurrentMap(maxConcurrent: episodes.count) { episode in title(of: episode) }
    ).get(cancellation: .forward)
  }

  /// The titles of all episodes of a feed.
  public func titles(of feed: String) -> Promise<[String]> { Promise { try await titles(of: feed) } }

  /// The title of the latest episode.
  public func latestTitle(of feed: String) async throws -> String {
    guard let latest = try await episodes(of: feed).last else { throw PodcastError.emptyFeed }
    return "Latest: \(try await title(of: latest))"
  }

  /// The title of the latest episode.
  public func latestTitle(of feed: String) -> Promise<String> { Promise { try await latestTitle(of: feed) } }

  /// The number of episodes of two feeds.
  public func comparison(of one: String, and other: String) async throws -> String {
    async let ones = episodes(of: one)
    async let others = episodes(of: other)
    return "\(try await ones.count) : \(try await others.count)"
  }

  /// The number of episodes of two feeds.
  public func comparison(of one: String, and other: String) -> Promise<String> {
    Promise { try await comparison(of: one, and: other) }
  }

  /// The episodes of several feeds, by feed. One failure is enough to fail, and cancels the others.
  public func index(of feeds: [String]) async throws -> [String: [Int]] {
    try await withThrowingTaskGroup(of: (String, [Int]).self) { group in
      for feed in feeds { group.addTask { (feed, try await episodes(of: feed)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// The episodes of several feeds, by feed.
  public func index(of feeds: [String]) -> Promise<[String: [Int]]> { Promise { try await index(of: feeds) } }

  /// Which feeds can be loaded. A failure of one does not matter to the others.
  public func availability(of feeds: [String]) async -> [Bool] {
    await withTaskGroup(of: (Int, Bool).self) { group in
      for (number, feed) in feeds.enumerated() {
        group.addTask {
          do {
            let _: [Int] = try await episodes(of: feed)
            return (number, true)
          } catch {
            return (number, false)
          }
        }
      }
      return await group.reduce(into: feeds.map { _ in false }) { $0[$1.0] = $1.1 }
    }
  }

  /// Which feeds can be loaded.
  public func availability(of feeds: [String]) -> Guarantee<[Bool]> { Guarantee { await availability(of: feeds) } }

  /// The number of episodes of several feeds, which are loaded one after the other.
  public func total(of feeds: [String]) async throws -> Int {
    var sum = 0
    for feed in feeds { sum += try await episodes(of: feed).count }
    return sum
  }

  /// The number of episodes of several feeds.
  public func total(of feeds: [String]) -> Promise<Int> { Promise { try await total(of: feeds) } }

  /// What to show for a feed, also if it cannot be loaded.
  public func summary(of feed: String) async -> String {
    do {
      return try await latestTitle(of: feed)
    } catch PodcastError.emptyFeed {
      return "No episodes"
    } catch {
      return await isOnline() ? "Not available" : "Offline"
    }
  }

  /// What to show for a feed.
  public func summary(of feed: String) -> Guarantee<String> { Guarantee { await summary(of: feed) } }

  /// The titles of some episodes, each as soon as it is loaded.
  public func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) async throws {
    let titles: [Promise<String>] = episodes.map { title(of: $0) }
    for try await title in titles.inCompletionOrder { receive(title) }
  }

  /// The titles of some episodes, each as soon as it is loaded.
  public func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) -> Promise<Void> {
    Promise { try await titles(of: episodes, receive: receive) }
  }
}
