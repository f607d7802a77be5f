import Dispatch

extension DispatchQueue {
  /// Returns when the work items that have been submitted to this queue so far have finished, if it is serial.
  package func finished() async {
    await withCheckedContinuation { continuation in async(flags: .barrier) { continuation.resume() } }
  }
}
