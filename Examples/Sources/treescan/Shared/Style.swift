/// The ways in which the same program is written here: the only place that knows all of them.
enum Style: String, CaseIterable {
  case callbacks
  case async

  /// The style that is used when the command line names none.
  static let standard = Style.async

  /// The names of all styles, as the help shows them.
  static var names: String {
    allCases.map(\.rawValue).joined(separator: "|")
  }

  /// Starts a scan and returns at once; `completion` gets the report, also after a cancellation.
  func start(_ job: ScanJob, completion: @escaping @Sendable (Report) -> Void) -> Cancel {
    switch self {
    case .callbacks:
      return Callbacks.scan(job, completion: completion)
    case .async:
      let task = Task { completion(await Async.scan(job)) }
      return { task.cancel() }
    }
  }
}
