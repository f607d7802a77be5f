import Dispatch

extension DispatchQueue {
  /// Waits until all work items that were submitted to this queue so far have finished.
  package func finished() async {
    await withCheckedContinuation { continuation in async(flags: .barrier) { continuation.resume() } }
  }
}
