import Dispatch

/// The executor on which the handlers of a test run.
enum ExecutorKind: CaseIterable, Sendable {
  case inline, serialQueue, concurrentQueue

  /// A new queue, or `nil` for inline handlers.
  var queue: DispatchQueue? {
    switch self {
    case .inline: nil
    case .serialQueue: DispatchQueue(label: "ExecutorKind")
    case .concurrentQueue: DispatchQueue(label: "ExecutorKind", attributes: .concurrent)
    }
  }
}
