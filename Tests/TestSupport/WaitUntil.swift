import Dispatch

/// Waits until a condition holds that no event announces, such as the release of an object by another thread.
///
/// The task is suspended between two checks. A loop that yields would keep the threads of the global executor from tasks
/// of lower priority, on which the condition may depend.
package func wait(isolation: isolated (any Actor)? = #isolation, until condition: () async -> Bool) async {
  while await !condition() {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
    }
  }
}
