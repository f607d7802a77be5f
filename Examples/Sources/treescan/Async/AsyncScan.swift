/// The program as it is when all of it has been migrated: with async functions and tasks.
enum Async {
  /// What came of one file.
  private typealias Outcome = (path: ByteString, result: Result<FileCount, any Error>)

  /// Counts all files of a job; returns the report, also after a cancellation.
  static func scan(_ job: ScanJob) async -> Report {
    await withTaskGroup(of: Outcome.self) { group in
      var report = Report()
      for (index, path) in job.files.enumerated() {
        // All slots are taken: one file has to end before the next can start.
        if index >= job.jobs, let outcome = await group.next() { fileEnded(outcome, job, &report) }
        guard group.addTaskUnlessCancelled(operation: { await outcome(of: path) }) else { break }
      }
      for await outcome in group { fileEnded(outcome, job, &report) }
      return report
    }
  }

  /// Counts a file, and keeps an error as a value so that it does not end the other files.
  private static func outcome(of path: ByteString) async -> Outcome {
    do {
      return (path, .success(try await readFile(path)))
    } catch {
      return (path, .failure(error))
    }
  }

  /// Takes the count of a file into the report.
  private static func fileEnded(_ outcome: Outcome, _ job: ScanJob, _ report: inout Report) {
    if case .success(let count) = outcome.result { report.add(count, of: outcome.path) }
    job.fileEnded(outcome.path, outcome.result)
  }
}
