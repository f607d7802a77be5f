import PlainSwift
import PodcastSDK

// The names are those of the library: only what surrounds the calls has changed.
extension Podcasts {
  /// Downloads an episode from the mirror that is the first to deliver it. The other downloads are stopped.
  public func download(_ episode: Int) async throws -> [UInt8] {
    try await firstSuccess(of: mirrors.map { mirror in { try await download(episode, from: mirror) } })
  }

  /// Downloads an episode within half a minute.
  public func downloadInTime(_ episode: Int) async throws -> [UInt8] {
    do {
      return try await withTimeout(.seconds(30), clock: clock) { try await download(episode) }
    } catch is TimedOut {
      throw PodcastError.timedOut
    }
  }

  /// Downloads an episode, and tries again twice, five seconds after a failure.
  public func downloadPersistently(_ episode: Int) async throws -> [UInt8] {
    try await retry(attempts: 2, delay: { _ in .seconds(5) }, clock: clock) { _, error in
      error as? PodcastError != .notFound
    } _: {
      try await downloadInTime(episode)
    }
  }

  /// The sizes of some episodes, of which two are downloaded at a time.
  public func sizes(of episodes: [Int]) async throws -> [Int] {
    try await episodes.concurrentMap(maxConcurrent: 2) { try await download($0).count }
  }

  /// Downloads an episode as soon as the server has encoded it. Asks every ten seconds.
  public func downloadWhenEncoded(_ episode: Int) async throws -> [UInt8] {
    while await !isEncoded(episode) { try await clock.sleep(for: .seconds(10)) }
    return try await download(episode)
  }

  /// Downloads an episode after a pause.
  public func downloadLater(_ episode: Int) async throws -> [UInt8] {
    try await clock.sleep(for: .seconds(60))
    return try await download(episode)
  }
}
