import Dispatch

/// Runs `body` on a new queue, and waits for it.
///
/// Settling a promise in `body` shows whether a handler runs on its own executor: if it ran on the thread that settles the
/// promise, it would run neither on the main queue nor on the queue of the handler.
package func elsewhere(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "elsewhere").async {
      body()
      continuation.resume()
    }
  }
}
