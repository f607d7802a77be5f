import Dispatch
import PromiseConcurrency

/// Writes one line for each request, of a server that sets `DispatchQueue.promises`, and never runs the main queue.
struct AccessLog: Sendable {
  /// Called on the default queue, and nowhere else.
  let write: @Sendable (String) -> Void

  func add(_ path: String) -> Promise<Void> {
    Promise.value(path)
      .map { "GET \($0)" }
      .done(on: .main) { write($0) }  // left over from the days when it was part of an app
  }
}
