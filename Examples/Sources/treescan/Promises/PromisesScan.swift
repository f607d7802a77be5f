import PromiseCore

/// The program without callbacks, with promises throughout.
enum Promises {
  /// Counts all files of a job. The guarantee is fulfilled with the report, even after a cancellation.
  ///
  /// A promise would be rejected as soon as it is canceled. A canceled guarantee still provides the report.
  @MainActor
  static func scan(_ job: ScanJob) -> Guarantee<Report> {
    // All handlers here run on the main actor, because their closures inherit it. No lock is needed.
    var report = Report()
    // A canceled guarantee that nothing refers to leaves its source, and its handler does not run.
    var reads: [Guarantee<Void>] = []
    let files = job.files.lazy.map { path in
      let read = readFile(path).map { result in
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
}
