import Dispatch

/// What can be set for a test; `nil`: as around it.
struct PromisesSettings: Sendable {
  var timeLimit: Duration?
  var pending: LeftoverPolicy?
  var unhandled: LeftoverPolicy?
  var abandoned: LeftoverPolicy?
  var queue: DispatchQueue?
  var time: PromiseTime?
  var order: HandlerOrder?

  static let defaultTimeLimit = Duration.seconds(60)

  /// Takes over what is set further in.
  mutating func override(with inner: PromisesSettings) {
    timeLimit = inner.timeLimit ?? timeLimit
    pending = inner.pending ?? pending
    unhandled = inner.unhandled ?? unhandled
    abandoned = inner.abandoned ?? abandoned
    queue = inner.queue ?? queue
    time = inner.time ?? time
    order = inner.order ?? order
  }

  /// What to make of a report; `nil`: nothing, it is not of that kind.
  func policy(for event: PromiseDiagnostics.Event) -> LeftoverPolicy? {
    switch event {
    case .unhandledRejection: unhandled ?? .error
    case .abandonedPromise, .abandonedGuarantee: abandoned ?? .error
    case .cauterized, .waitOnMainThread: nil
    }
  }
}
