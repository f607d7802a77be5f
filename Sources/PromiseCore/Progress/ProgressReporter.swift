/// What a producer tells of its progress with.
///
/// ```swift
/// Promise<Data> { resolver in
///   download(url, onBytes: { resolver.progress.report($0, of: size) }) { resolver.resolve($0) }
/// }
/// ```
///
/// As long as nobody has asked for the progress of the promise, reporting costs the load of a flag, and nothing is
/// kept. New; `JEProgress` in JustPromises.
public struct ProgressReporter: Sendable {
  let engine: AnyPromiseEngine

  /// Says how much is done.
  ///
  /// - Parameters:
  ///   - completed: How much is done, in units of your choice, such as bytes.
  ///   - total: How much there is to do, in the same units; zero or less: not known.
  ///   - description: What is being done.
  public func report(_ completed: Int64, of total: Int64, _ description: @autoclosure () -> String = "") {
    guard engine.isMetered, let progress = PromiseProgress.known(of: engine) else { return }
    progress.report(ProgressSnapshot(completed: completed, total: total, description: description()))
  }

  /// Says how much is done, for those who count with `Int`.
  public func report(_ completed: Int, of total: Int, _ description: @autoclosure () -> String = "") {
    report(Int64(completed), of: Int64(total), description())
  }
}

extension Resolver {
  /// What the producer tells of its progress with.
  public var progress: ProgressReporter { ProgressReporter(engine: promise) }
}
