import Dispatch

/// The settings of a ``PromisesTrait``. A value of `nil` stands for the setting of the enclosing suite.
struct PromisesSettings: Sendable {
  var timeLimit: Delay?
  var pending: LeftoverPolicy?
  var unhandled: LeftoverPolicy?
  var abandoned: LeftoverPolicy?
  var queue: DispatchQueue?
  var time: PromiseTime?
  var order: HandlerOrder?

  static let defaultTimeLimit = Delay(seconds: 60)

  /// Replaces the settings that an inner trait sets.
  mutating func override(with inner: PromisesSettings) {
    timeLimit = inner.timeLimit ?? timeLimit
    pending = inner.pending ?? pending
    unhandled = inner.unhandled ?? unhandled
    abandoned = inner.abandoned ?? abandoned
    queue = inner.queue ?? queue
    time = inner.time ?? time
    order = inner.order ?? order
  }

  /// The policy for a report; `nil` if the trait has no setting for its kind.
  func policy(for event: PromiseDiagnostics.Event) -> LeftoverPolicy? {
    switch event {
    case .unhandledRejection: unhandled ?? .error
    case .abandonedPromise, .abandonedGuarantee: abandoned ?? .error
    case .cauterized, .waitOnMainThread: nil
    }
  }
}
