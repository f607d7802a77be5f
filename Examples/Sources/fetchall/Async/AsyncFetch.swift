import PromiseFoundation

/// The fully migrated program, with async functions and tasks. The library provides only the download and the retries.
enum Async {
  /// Fetches all files of a job. Returns when all have ended, even after a cancellation.
  static func fetchAll(_ job: FetchJob) async {
    await withTaskGroup(of: Void.self) { group in
      for (index, file) in job.files.enumerated() {
        // All slots are taken: one file must end before the next one can start.
        if index >= job.jobs { await group.next() }
        guard group.addTaskUnlessCancelled(operation: { await fetch(file, job) }) else { break }
      }
    }
  }

  /// Fetches a file, and again if it fails for a reason that may pass. Returns an error as a value, to the journal, so
  /// that it does not end the other files.
  private static func fetch(_ file: RemoteFile, _ job: FetchJob) async {
    // Canceling this task cancels the promise, which has no other consumer.
    let result = await retry(
      attempts: job.retries, delay: job.backoff,
      condition: { remaining, error in job.retries(file, after: error, remaining: remaining) },
      { try await download(file, job) }
    ).getResult(cancellation: .forward)
    job.journal.ended(file, result)
  }

  /// Downloads a file once. Returns the size.
  private static func download(_ file: RemoteFile, _ job: FetchJob) async throws -> Int {
    job.journal.started(file)
    try await job.session.downloadTask(.promise, with: file.url, to: file.download)
      .onProgress(on: nil) { job.journal.progressed(file, $0) }
      .validate()
      .get(cancellation: .forward)
    return try file.complete()
  }
}
