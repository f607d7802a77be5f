import PodcastSDK
public import PromiseConcurrency

// Races, time limits, retries, progress, and a limited number at a time.
extension Podcasts {
  /// Downloads an episode from the mirror that is the first to deliver it. The other downloads are stopped.
  public func download(_ episode: Int) -> Promise<[UInt8]> {
    race(fulfilled: mirrors.map { download(episode, from: $0) })
      .recover { error in Promise(error: lastError(of: error)) }
  }

  /// Downloads an episode within half a minute.
  public func downloadInTime(_ episode: Int) -> Promise<[UInt8]> {
    download(episode)
      .timeout(.seconds(30), clock: clock)
      .recover { error in Promise(error: error as? PromiseError == .timedOut ? PodcastError.timedOut : error) }
  }

  /// Downloads an episode, and tries again twice, five seconds after a failure.
  public func downloadPersistently(_ episode: Int) -> Promise<[UInt8]> {
    retry(attempts: 2, delay: .constant(.seconds(5)).measured(by: clock)) { _, error in
      error as? PodcastError != .notFound
    } _: {
      downloadInTime(episode)
    }
  }

  /// The sizes of some episodes, of which two are downloaded at a time.
  public func sizes(of episodes: [Int]) -> Promise<[Int]> {
    Promise(collecting: episodes.concurrentMap(maxConcurrent: 2) { episode in download(episode).map(\.count) })
  }

  /// Downloads an episode as soon as the server has encoded it. Asks every ten seconds.
  public func downloadWhenEncoded(_ episode: Int) -> Promise<[UInt8]> {
    until(interval: .constant(.seconds(10)).measured(by: clock)) { isEncoded(episode) }
      .then { download(episode) }
  }

  /// Downloads an episode after a pause.
  public func downloadLater(_ episode: Int) -> Promise<[UInt8]> {
    after(.seconds(60), clock: clock).then { download(episode) }
  }

  /// Downloads an episode, and reports the received fraction.
  public func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void
  ) -> Promise<[UInt8]> {
    download(episode, from: mirror).onProgress(on: nil) { onProgress($0.fractionCompleted) }
  }

  /// The error of the last mirror, if every one failed.
  private func lastError(of error: any Error) -> any Error {
    if case PromiseError.noWinner(let errors) = error, let last = errors.last { last } else { error }
  }
}
