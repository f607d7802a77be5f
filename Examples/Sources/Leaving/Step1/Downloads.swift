import PodcastSDK
public import PromiseConcurrency

// The operations that plain Swift lacks are still those of the library: `race`, `retry`, `concurrentMap`, time limits.
extension Podcasts {
  /// Downloads an episode from the mirror that is the first to deliver it. The other downloads are stopped.
  public func download(_ episode: Int) async throws -> [UInt8] {
    let downloads: [Promise<[UInt8]>] = mirrors.map { download(episode, from: $0) }
    do {
      return try await race(fulfilled: downloads).get(cancellation: .forward)
    } catch PromiseError.noWinner(let errors) {
      throw errors.last ?? PodcastError.notFound
    }
  }

  /// Downloads an episode.
  public func download(_ episode: Int) -> Promise<[UInt8]> { Promise { try await download(episode) } }

  /// Downloads an episode within half a minute.
  public func downloadInTime(_ episode: Int) async throws -> [UInt8] {
    do {
      return try await download(episode).get(timeout: .seconds(30), cancellation: .forward, clock: clock)
    } catch PromiseError.timedOut {
      throw PodcastError.timedOut
    }
  }

  /// Downloads an episode within half a minute.
  public func downloadInTime(_ episode: Int) -> Promise<[UInt8]> { Promise { try await downloadInTime(episode) } }

  /// Downloads an episode, and tries again twice, five seconds after a failure.
  public func downloadPersistently(_ episode: Int) async throws -> [UInt8] {
    try await retry(attempts: 2, delay: .constant(.seconds(5)).measured(by: clock)) { _, error in
      error as? PodcastError != .notFound
    } _: {
      try await downloadInTime(episode)
    }.get(cancellation: .forward)
  }

  /// Downloads an episode, and tries again twice.
  public func downloadPersistently(_ episode: Int) -> Promise<[UInt8]> {
    Promise { try await downloadPersistently(episode) }
  }

  /// The sizes of some episodes, of which two are downloaded at a time.
  public func sizes(of episodes: [Int]) async throws -> [Int] {
    try await Promise(
      collecting: episodes.concurrentMap(maxConcurrent: 2) { episode in try await download(episode).count }
    ).get(cancellation: .forward)
  }

  /// The sizes of some episodes.
  public func sizes(of episodes: [Int]) -> Promise<[Int]> { Promise { try await sizes(of: episodes) } }

  /// Downloads an episode as soon as the server has encoded it. Asks every ten seconds.
  public func downloadWhenEncoded(_ episode: Int) async throws -> [UInt8] {
    while await !isEncoded(episode) { try await clock.sleep(for: .seconds(10)) }
    return try await download(episode)
  }

  /// Downloads an episode as soon as the server has encoded it.
  public func downloadWhenEncoded(_ episode: Int) -> Promise<[UInt8]> {
    Promise { try await downloadWhenEncoded(episode) }
  }

  /// Downloads an episode after a pause.
  public func downloadLater(_ episode: Int) async throws -> [UInt8] {
    try await clock.sleep(for: .seconds(60))
    return try await download(episode)
  }

  /// Downloads an episode after a pause.
  public func downloadLater(_ episode: Int) -> Promise<[UInt8]> { Promise { try await downloadLater(episode) } }

  /// Downloads an episode.
  public func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void
  ) -> Promise<[UInt8]> {
    download(episode, from: mirror).onProgress(on: nil) { onProgress($0.fractionCompleted) }
  }
}
