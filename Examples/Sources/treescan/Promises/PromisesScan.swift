import Dispatch
import PromiseCore

/// The program as it is without callbacks: with promises all the way down.
enum Promises {
  /// Counts all files of a job; guarantees the report, also after a cancellation.
  ///
  /// A promise would not do: it is rejected as soon as it is cancelled. A guarantee is only asked to hurry.
  @MainActor
  static func scan(_ job: ScanJob) -> Guarantee<Report> {
    // All handlers here run on the main actor, since they are written there: that makes locks superfluous.
    var report = Report()
    let open = DispatchGroup()
    let files = job.files.lazy.map { path in
      open.enter()
      return readFile(path).map { result in
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
}
