import PodcastSDK
import PromiseConcurrency

// The operations that plain Swift lacks are still those of the library: `race`, `retry`, `concurrentMap`, time limits.
extension Podcasts {
  /// Downloads an episode from the mirror that is the first to deliver it. The other downloads are stopped.
  public func download(_ episode: Int) async throws -> [UInt8] {
    let downloads = mirrors.map { mirror in Promise { try await download(episode, from: mirror) } }
    do {
      return try await race(fulfilled: downloads).get(cancellation: .forward)
    } catch PromiseError.noWinner(let errors) {
      throw errors.last ?? PodcastError.notFound
    }
  }

  /// Downloads an episode within half a minute.
  public func downloadInTime(_ episode: Int) async throws -> [UInt8] {
    do {
      return try await Promise { try await download(episode) }
        .get(timeout: .seconds(30), cancellation: .forward, clock: clock)
    } catch PromiseError.timedOut {
      throw PodcastError.timedOut
    }
  }

  /// Downloads an episode, and tries again twice, five seconds after a failure.
  public func downloadPersistently(_ episode: Int) async throws -> [UInt8] {
    try await retry(attempts: 2, delay: .constant(.seconds(5)).measured(by: clock)) { _, error in
      error as? PodcastError != .notFound
    } _: {
      try await downloadInTime(episode)
    }.get(cancellation: .forward)
  }

  /// The sizes of some episodes, of which two are downloaded at a time.
  public func sizes(of episodes: [Int]) async throws -> [Int] {
    try await Promise(
      collecting: episodes.concurrentMap(maxConcurrent: 2) { episode in try await download(episode).count }
    ).get(cancellation: .forward)
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
