import PromiseCore

/// The ways in which the same program is written here: the only place that knows all of them.
enum Style: String, CaseIterable {
  case callbacks
  case promises
  case mixed
  case async

  /// The style that is used when the command line names none.
  static let standard = Style.mixed

  /// The names of all styles, as the help shows them.
  static var names: String {
    allCases.map(\.rawValue).joined(separator: "|")
  }

  /// Starts a scan and returns at once; `completion` gets the report, also after a cancellation.
  @MainActor
  func start(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    switch self {
    case .callbacks:
      return Callbacks.scan(job, completion: completion)
    case .promises:
      return hand(Promises.scan(job), to: completion)
    case .mixed:
      return hand(Mixed.scan(job), to: completion)
    case .async:
      let task = Task { completion(await Async.scan(job)) }
      return { task.cancel() }
    }
  }

  /// Hands a report that was promised to a callback.
  private func hand(_ report: Guarantee<Report>, to completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    report.done(completion)
    return report.cancel
  }
}
