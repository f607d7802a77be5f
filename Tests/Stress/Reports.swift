import PromiseConcurrency
import PromiseCore

/// Counts what the library reports.
final class Reports: Sendable {
  static let shared = Reports()

  private let state = Lock((abandoned: 0, others: 0, last: "", total: 0))

  /// Promises that were abandoned, since it was cleared last.
  var abandoned: Int { state.withLock { $0.abandoned } }
  /// Everything else, likewise.
  var others: Int { state.withLock { $0.others } }
  /// The last of these.
  var lastOther: String { state.withLock { $0.last } }
  /// Everything there ever was.
  var total: Int { state.withLock { $0.total } }

  func clear() { state.withLock { $0 = (0, 0, "", $0.total) } }

  /// From now on whatever is reported is counted here.
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
