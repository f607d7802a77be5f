import CommandLineSupport
import Dispatch
import Synchronization

/// The program before the migration, with callbacks throughout.
enum Callbacks {
  /// Counts all files of a job. Calls `completion` once with the report, even after a cancellation.
  static func scan(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    let scan = RunningScan(job, completion: completion)
    // A callback must never run inside the function that takes it, not even for an empty job.
    OpenFile.queue.async { scan.startFiles() }
    return { scan.cancel() }
  }
}

/// A running scan: the state that the callbacks share.
private final class RunningScan: Sendable {
  /// The state that the lock guards.
  private struct State {
    /// The index of the next file to start.
    var next = 0
    /// How to cancel each file that is being read, by index.
    var running: [Int: Cancel] = [:]
    var report = Report()
    var isCancelled = false
    var isFinished = false
  }

  private let job: ScanJob
  private let completion: @Sendable (Report) -> Void
  private let state = Mutex(State())

  /// Creates a scan without starting it.
  init(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) {
    self.job = job
    self.completion = completion
  }

  /// Starts as many files as there are free slots, or completes the scan if all files have ended.
  func startFiles() {
    let report: Report? = state.withLock { state in
      while !state.isCancelled, state.running.count < job.jobs, state.next < job.files.count {
        let index = state.next
        state.next += 1
        // This call is safe under the lock, because `readFile` never calls back before it returns. The callback
        // of a file that ends early waits for the lock, so the file is in the list before it is removed.
        state.running[index] = Callbacks.readFile(job.files[index]) { count, error in
          self.fileEnded(index, count, error)
        }
      }
      guard state.running.isEmpty, !state.isFinished else { return nil }
      state.isFinished = true
      return state.report
    }
    // Never call a callback under a lock: it might call back.
    if let report { completion(report) }
  }

  /// Cancels the files that are being read and starts no more.
  func cancel() {
    let running = state.withLock { state in
      state.isCancelled = true
      return Array(state.running.values)
    }
    for cancel in running { cancel() }
  }

  /// Adds the count of a file, frees its slot, and continues.
  private func fileEnded(_ index: Int, _ count: FileCount?, _ error: (any Error)?) {
    let path = job.files[index]
    // Report the file before freeing its slot: afterwards, another thread may complete the scan.
    if let count {
      job.fileEnded(path, .success(count))
    } else if let error {
      job.fileEnded(path, .failure(error))
    }
    state.withLock { state in
      state.running[index] = nil
      if let count { state.report.add(count, of: path) }
    }
    startFiles()
  }
}
