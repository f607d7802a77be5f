import PromiseConcurrency

/// The program in the middle of the migration: reading a file is new and async, the scan is old.
///
/// The only change in this file is the guarantee that wraps the new function. The rest of the old code is unchanged.
enum Mixed {
  /// Old: counts all files of a job. The guarantee is fulfilled with the report, even after a cancellation.
  @MainActor
  static func scan(_ job: ScanJob) -> Guarantee<Report> {
    var report = Report()
    // A canceled guarantee that nothing refers to leaves its source, and its handler does not run.
    var reads: [Guarantee<Void>] = []
    let files = job.files.lazy.map { path in
      // The bridge from old to new: canceling the guarantee cancels the task, which ends when the file is closed.
      let read = Guarantee { await result(of: path) }.map { result in
        if case .success(let count) = result { report.add(count, of: path) }
        job.fileEnded(path, result)
      }
      reads.append(read)
      return read
    }
    return when(fulfilled: files.makeIterator(), maxConcurrent: job.jobs)
      .recover { _ in .value([]) }  // Canceled: no more files are started, but some are still open.
      .then { _ in when(guarantees: reads) }
      .map { report }
  }

  /// New: counts a file. Returns an error as a value, as the old code expects.
  private static func result(of path: ByteString) async -> Result<FileCount, any Error> {
    do {
      return .success(try await readFile(path))
    } catch {
      return .failure(error)
    }
  }
}
