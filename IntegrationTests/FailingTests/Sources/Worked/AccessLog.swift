import Dispatch
import PromiseConcurrency

/// Writes a line for each request to a server that sets `DispatchQueue.promises` and never runs the main queue.
struct AccessLog: Sendable {
  /// Must be called on the default queue only.
  let write: @Sendable (String) -> Void

  func add(_ path: String) -> Promise<Void> {
    Promise.value(path)
      .map { "GET \($0)" }
      .done(on: .main) { write($0) }  // should run on the default queue
  }
}
