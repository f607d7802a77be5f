import Dispatch
import PromiseConcurrency

/// The program in the middle of its migration: the reading of a file is new and async, the scan is old.
///
/// This file needs only one change: a guarantee is made of the new function, and the old code is none the wiser.
enum Mixed {
  /// Old: counts all files of a job; guarantees the report, also after a cancellation.
  @MainActor
  static func scan(_ job: ScanJob) -> Guarantee<Report> {
    var report = Report()
    let open = DispatchGroup()
    let files = job.files.lazy.map { path in
      open.enter()
      // The bridge from old to new: to cancel the guarantee cancels the task, which ends when the file is closed.
      return Guarantee { await result(of: path) }.map { result in
        if case .success(let count) = result { report.add(count, of: path) }
        job.fileEnded(path, result)
        open.leave()
      }
    }
    return when(fulfilled: files.makeIterator(), maxConcurrent: job.jobs)
      .recover { _ in .value([]) }  // Cancelled: no more files are begun, but some are still open.
      .then { _ in Guarantee { seal in open.notify(queue: .main) { seal(()) } } }
      .map { report }
  }

  /// New: counts a file, and keeps an error as a value, as the old code wants it.
  private static func result(of path: ByteString) async -> Result<FileCount, any Error> {
    do {
      return .success(try await readFile(path))
    } catch {
      return .failure(error)
    }
  }
}
