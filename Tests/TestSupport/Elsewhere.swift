import Dispatch

/// Runs `body` on a queue of its own, so that a handler that ran where its promise was settled would be found neither
/// on the main queue nor on the one that it asked for.
package func elsewhere(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "elsewhere").async {
      body()
      continuation.resume()
    }
  }
}
