import PlainSwift
import PodcastSDK

// Chains have become statements, and several promises at once `async let` or a task group.
extension Podcasts {
  /// The titles of all episodes of a feed, which are loaded concurrently.
  public func titles(of feed: String) async throws -> [String] {
    let episodes = try await episodes(of: feed)
    if episodes.isEmpty { throw PodcastError.emptyFeed }
    return try await episodes.concurrentMap(maxConcurrent: episodes.count) { try await title(of: $0) }
  }

  /// The title of the latest episode.
  public func latestTitle(of feed: String) async throws -> String {
    guard let latest = try await episodes(of: feed).last else { throw PodcastError.emptyFeed }
    return "Latest: \(try await title(of: latest))"
  }

  /// The number of episodes of two feeds.
  public func comparison(of one: String, and other: String) async throws -> String {
    async let ones = episodes(of: one)
    async let others = episodes(of: other)
    return "\(try await ones.count) : \(try await others.count)"
  }

  /// The episodes of several feeds, by feed. One failure is enough to fail, and cancels the others.
  public func index(of feeds: [String]) async throws -> [String: [Int]] {
    try await withThrowingTaskGroup(of: (String, [Int]).self) { group in
      for feed in feeds { group.addTask { (feed, try await episodes(of: feed)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Which feeds can be loaded. A failure of one does not matter to the others.
  public func availability(of feeds: [String]) async -> [Bool] {
    await withTaskGroup(of: (Int, Bool).self) { group in
      for (number, feed) in feeds.enumerated() {
        group.addTask {
          do {
            _ = try await episodes(of: feed)
            return (number, true)
          } catch {
            return (number, false)
          }
        }
      }
      return await group.reduce(into: feeds.map { _ in false }) { $0[$1.0] = $1.1 }
    }
  }

  /// The number of episodes of several feeds, which are loaded one after the other.
  public func total(of feeds: [String]) async throws -> Int {
    var sum = 0
    for feed in feeds { sum += try await episodes(of: feed).count }
    return sum
  }

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

  /// The titles of some episodes, each as soon as it is loaded.
  public func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) async throws {
    try await episodes.concurrentForEach(maxConcurrent: .max) {
      try await title(of: $0)
    } receive: {
      receive($0)
    }
  }
}
