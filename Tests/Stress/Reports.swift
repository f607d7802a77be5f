import PromiseConcurrency
import PromiseCore

/// Counts the reports of the library.
final class Reports: Sendable {
  static let shared = Reports()

  private let state = Lock((abandoned: 0, others: 0, last: "", total: 0))

  /// The number of abandoned promises since the last call of `clear()`.
  var abandoned: Int { state.withLock { $0.abandoned } }
  /// The number of other reports since the last call of `clear()`.
  var others: Int { state.withLock { $0.others } }
  /// The last of the other reports.
  var lastOther: String { state.withLock { $0.last } }
  /// The number of all reports.
  var total: Int { state.withLock { $0.total } }

  func clear() { state.withLock { $0 = (0, 0, "", $0.total) } }

  /// Counts every report from now on.
  func install() {
    PromiseDiagnostics.handler = { [self] event in
      let text = "\(event)"
      state.withLock { state in
        state.total += 1
        if case .abandonedPromise = event {
          state.abandoned += 1
        } else {
          state.others += 1
          state.last = text
        }
      }
    }
  }
}
