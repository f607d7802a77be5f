import PromiseFoundation

/// The program in the middle of the migration: fetching a file is new and async, the functions around it are old.
///
/// The only change in the old functions is the guarantee that wraps the new one.
enum Mixed {
  /// Old: fetches all files of a job. The guarantee is fulfilled when all have ended, even after a cancellation.
  static func fetchAll(_ job: FetchJob) -> Guarantee<Void> {
    // The bridge from old to new: canceling the guarantee cancels the task, and the guarantee waits for it to end.
    let files = job.files.lazy.map { file in Guarantee { await fetch(file, job) } }
    return when(resolved: files.makeIterator(), maxConcurrent: job.jobs).map { _ in }
  }

  /// New: fetches a file, and again if it fails for a reason that may pass. Returns an error as a value, to the journal,
  /// as the old code expects.
  private static func fetch(_ file: RemoteFile, _ job: FetchJob) async {
    // The bridge from new to old. By default, canceling a waiting task does not cancel the promise, because it may have
    // other consumers. This promise has none, so the cancellation is forwarded.
    let result = await retry(
      on: nil, attempts: job.retries, delay: job.backoff,
      condition: { remaining, error in job.retries(file, after: error, remaining: remaining) },
      { download(file, job) }
    ).getResult(cancellation: .forward)
    job.journal.ended(file, result)
  }

  /// Old: downloads a file once. The promise is fulfilled with the size.
  private static func download(_ file: RemoteFile, _ job: FetchJob) -> Promise<Int> {
    job.journal.started(file)
    return job.session.downloadTask(.promise, with: file.url, to: file.download)
      .onProgress(on: nil) { job.journal.progressed(file, $0) }
      .validate()
      .map(on: nil) { _ in try file.complete() }
  }
}
