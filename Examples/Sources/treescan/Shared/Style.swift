import CommandLineSupport
import PromiseCore

/// The styles in which the program is written. Only this type knows all of them.
enum Style: String, CaseIterable {
  case callbacks
  case promises
  case mixed
  case async

  /// The style that is used if the command line names none.
  static let standard = Style.mixed

  /// The names of all styles, for the help text.
  static var names: String {
    allCases.map(\.rawValue).joined(separator: "|")
  }

  /// Starts a scan and returns immediately. Calls `completion` with the report, even after a cancellation.
  @MainActor
  func start(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    switch self {
    case .callbacks:
      return Callbacks.scan(job, completion: completion)
    case .promises:
      return deliver(Promises.scan(job), to: completion)
    case .mixed:
      return deliver(Mixed.scan(job), to: completion)
    case .async:
      let task = Task { completion(await Async.scan(job)) }
      return { task.cancel() }
    }
  }

  /// Calls a completion handler with the report that a guarantee provides.
  private func deliver(_ report: Guarantee<Report>, to completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    report.done(completion)
    return report.cancel
  }
}
