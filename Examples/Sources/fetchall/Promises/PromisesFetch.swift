import PromiseFoundation

/// The program before the migration, with promises throughout.
enum Promises {
  /// Fetches all files of a job. The guarantee is fulfilled when all have ended, even after a cancellation.
  static func fetchAll(_ job: FetchJob) -> Guarantee<Void> {
    let files = job.files.lazy.map { file in fetch(file, job) }
    return when(resolved: files.makeIterator(), maxConcurrent: job.jobs).map { _ in }
  }

  /// Fetches a file, and again if it fails for a reason that may pass. The promise is fulfilled with the size.
  private static func fetch(_ file: RemoteFile, _ job: FetchJob) -> Promise<Int> {
    retry(
      on: nil, attempts: job.retries, delay: job.backoff,
      condition: { remaining, error in job.retries(file, after: error, remaining: remaining) },
      { download(file, job) }
    ).tap(on: nil) { job.journal.ended(file, $0) }
  }

  /// Downloads a file once. The promise is fulfilled with the size.
  private static func download(_ file: RemoteFile, _ job: FetchJob) -> Promise<Int> {
    job.journal.started(file)
    return job.session.downloadTask(.promise, with: file.url, to: file.download)
      .onProgress(on: nil) { job.journal.progressed(file, $0) }
      .validate()
      .map(on: nil) { _ in try file.complete() }
  }
}
