/// Reports the progress of a producer's work.
///
/// ```swift
/// Promise<Data> { resolver in
///   download(
///     url, onBytes: { @Sendable in resolver.progress.report($0, of: size) }, completion: resolver.resolve)
/// }
/// ```
///
/// Until the progress of the promise is requested, a report only loads a flag and is not stored. Reports may be made
/// from any thread. A report for a settled promise has no effect.
public struct ProgressReporter: Sendable {
  /// The promise that the producer settles.
  let promise: AnyPromise

  /// Reports how much of the work is complete.
  ///
  /// When this method returns, the progress of every promise that depends on this one reflects the report. Handlers may
  /// be called later.
  ///
  /// - Parameters:
  ///   - completed: The number of completed units. The producer chooses the unit, such as bytes.
  ///   - total: The total number of units. Pass zero or a negative value if it is unknown.
  ///   - description: A description of the current step. It is evaluated only if the report is stored.
  /// - Complexity: O(1) if the progress has not been requested. Otherwise, O(*n*) in the number of promises with
  ///   requested progress that depend on this one, directly and indirectly.
  public func report<Count: BinaryInteger>(
    _ completed: Count, of total: Count, _ description: @autoclosure () -> String = ""
  ) {
    guard promise.tracksProgress, let progress = PromiseProgress.existing(for: promise) else { return }
    let (completed, total) = (Int64(clamping: completed), Int64(clamping: total))
    progress.report(ProgressSnapshot(completed: completed, total: total, description: description()))
  }
}

extension Resolver {
  /// The object that reports the progress of the work behind the promise.
  public var progress: ProgressReporter { ProgressReporter(promise: promise.any) }
}
