/// Reports the progress of a producer's work.
///
/// ```swift
/// Promise<Data> { resolver in
///   download(url, onBytes: { resolver.progress.report($0, of: size) }) { resolver.resolve($0) }
/// }
/// ```
///
/// Until the progress of the promise is asked for, a report costs the load of a flag and is not stored.
public struct ProgressReporter: Sendable {
  let promise: AnyPromise

  /// Reports how much of the work is done.
  ///
  /// - Parameters:
  ///   - completed: The number of completed units. The producer chooses the unit, such as bytes.
  ///   - total: The number of units in total. Pass zero or a negative value if it is not known.
  ///   - description: A description of the current step. It is evaluated only if the report is stored.
  public func report<Count: BinaryInteger>(
    _ completed: Count, of total: Count, _ description: @autoclosure () -> String = ""
  ) {
    guard promise.tracksProgress, let progress = PromiseProgress.existing(for: promise) else { return }
    let (completed, total) = (Int64(clamping: completed), Int64(clamping: total))
    progress.report(ProgressSnapshot(completed: completed, total: total, description: description()))
  }
}

extension Resolver {
  /// The reporter for the progress of the work behind the promise.
  public var progress: ProgressReporter { ProgressReporter(promise: promise) }
}
