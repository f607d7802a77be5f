import Dispatch
import PromiseConcurrency
import Synchronization

struct TooLong: Error {}

/// Saves a text each time it changes.
final class Autosave: Sendable {
  private let count = Mutex(0)
  private let disk = DispatchQueue(label: "disk")

  var saved: Int { count.withLock { $0 } }

  func textChanged(_ text: String) {
    _ = save(text).done(on: disk) { self.count.withLock { $0 += 1 } }  // drops the error
  }

  private func save(_ text: String) -> Promise<Void> {
    disk.async(.promise) { if text.count > 10 { throw TooLong() } }
  }
}
