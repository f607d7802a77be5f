import Dispatch
import Synchronization

/// The program as it was before anything was migrated: with callbacks all the way down.
enum Callbacks {
  /// Counts all files of a job; `completion` gets the report, once, and also after a cancellation.
  static func scan(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    let scan = RunningScan(job, completion: completion)
    // A callback that comes before the function has returned is a trap, so even an empty job comes later.
    OpenFile.queue.async { scan.startFiles() }
    return { scan.cancel() }
  }
}

/// A scan on its way: everything that the callbacks have to remember between each other.
private final class RunningScan: Sendable {
  /// What the lock guards.
  private struct State {
    /// The index of the file to start next.
    var next = 0
    /// How to stop each of the files that are being read, by index.
    var running: [Int: Cancel] = [:]
    var report = Report()
    var isCancelled = false
    var isFinished = false
  }

  private let job: ScanJob
  private let completion: @Sendable (Report) -> Void
  private let state = Mutex(State())

  /// Makes a scan that has not begun.
  init(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) {
    self.job = job
    self.completion = completion
  }

  /// Starts as many files as there are free slots, or completes the scan if that was the last.
  func startFiles() {
    let report: Report? = state.withLock { state in
      while !state.isCancelled, state.running.count < job.jobs, state.next < job.files.count {
        let index = state.next
        state.next += 1
        // This runs inside the lock. All is well, since `readFile` never calls back before it returns;
        // and a file that is through at once has to wait until it is in the list from which it is removed.
        state.running[index] = Callbacks.readFile(job.files[index]) { count, error in
          self.fileEnded(index, count, error)
        }
      }
      guard state.running.isEmpty, !state.isFinished else { return nil }
      state.isFinished = true
      return state.report
    }
    // Never call out from inside a lock: the other side might call back.
    if let report { completion(report) }
  }

  /// Stops the files that are being read, and starts no more.
  func cancel() {
    let running = state.withLock { state in
      state.isCancelled = true
      return Array(state.running.values)
    }
    for cancel in running { cancel() }
  }

  /// Frees the slot of a file, takes its count, and goes on.
  private func fileEnded(_ index: Int, _ count: FileCount?, _ error: (any Error)?) {
    let path = job.files[index]
    // This has to be told while the slot is taken: as soon as it is free, another thread may complete the scan.
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
