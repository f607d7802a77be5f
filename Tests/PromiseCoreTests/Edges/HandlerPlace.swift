import Dispatch

/// Where the handlers of a test run.
enum HandlerPlace: CaseIterable, Sendable {
  case inline, serialQueue, concurrentQueue

  /// A new queue; `nil` for no queue at all.
  var queue: DispatchQueue? {
    switch self {
    case .inline: nil
    case .serialQueue: DispatchQueue(label: "HandlerPlace")
    case .concurrentQueue: DispatchQueue(label: "HandlerPlace", attributes: .concurrent)
    }
  }
}
