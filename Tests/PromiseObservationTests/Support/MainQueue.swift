import Dispatch

/// Waits until the jobs on the main queue have run that have been enqueued so far.
func mainQueueIsIdle() async {
  await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
