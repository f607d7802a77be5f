import CommandLineSupport
import PromiseFoundation

/// The styles in which the program is written. Only this type knows all of them.
enum Style: String, CaseIterable {
  /// The program before the migration.
  case promises
  /// The program in the middle of the migration.
  case mixed
  /// The fully migrated program.
  case async

  /// The style that is used if the command line names none.
  static let standard = Style.mixed

  /// The names of all styles, for the help text.
  static var names: String {
    allCases.map(\.rawValue).joined(separator: "|")
  }

  /// Fetches all files of a job. Returns when all have ended, even after a cancellation.
  func run(_ job: FetchJob, _ cancellation: Cancellation) async {
    switch self {
    case .promises: await wait(for: Promises.fetchAll(job), cancellation)
    case .mixed: await wait(for: Mixed.fetchAll(job), cancellation)
    case .async:
      let task = Task { await Async.fetchAll(job) }
      cancellation.onCancel { task.cancel() }
      await task.value
    }
  }

  /// Waits for the end of a guarantee, which the program's cancellation cancels.
  private func wait(for end: Guarantee<Void>, _ cancellation: Cancellation) async {
    cancellation.onCancel(end.cancel)
    await end.get()
  }
}
