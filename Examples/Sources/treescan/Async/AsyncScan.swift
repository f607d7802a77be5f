/// The fully migrated program, with async functions and tasks.
enum Async {
  /// The result of one file.
  private typealias Outcome = (path: ByteString, result: Result<FileCount, any Error>)

  /// Counts all files of a job. Returns the report, even after a cancellation.
  static func scan(_ job: ScanJob) async -> Report {
    await withTaskGroup(of: Outcome.self) { group in
      var report = Report()
      for (index, path) in job.files.enumerated() {
        // All slots are taken: one file must end before the next one can start.
        if index >= job.jobs, let outcome = await group.next() { fileEnded(outcome, job, &report) }
        guard group.addTaskUnlessCancelled(operation: { await outcome(of: path) }) else { break }
      }
      for await outcome in group { fileEnded(outcome, job, &report) }
      return report
    }
  }

  /// Counts a file. Returns an error as a value, so that it does not end the scan of the other files.
  private static func outcome(of path: ByteString) async -> Outcome {
    do {
      return (path, .success(try await readFile(path)))
    } catch {
      return (path, .failure(error))
    }
  }

  /// Adds the count of a file to the report.
  private static func fileEnded(_ outcome: Outcome, _ job: ScanJob, _ report: inout Report) {
    if case .success(let count) = outcome.result { report.add(count, of: outcome.path) }
    job.fileEnded(outcome.path, outcome.result)
  }
}
