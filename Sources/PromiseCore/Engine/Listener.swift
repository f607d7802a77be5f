/// Somebody who always wants the outcome, and is called at once, wherever the promise settles.
@usableFromInline
final class Listener: AnyObserver, @unchecked Sendable {
  // Adds constants.
  /// The promise, which is kept until it is settled: it lets go of this one then.
  private let kept: AnyPromiseEngine?
  private let call: @Sendable (AnyPromiseEngine) -> Void

  @usableFromInline
  init(keeping promise: AnyPromiseEngine?, _ call: @escaping @Sendable (AnyPromiseEngine) -> Void) {
    kept = promise
    self.call = call
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    source.markObserved()
    return .inline  // so that it runs in the scope of its promise
  }

  override func perform(_ source: AnyPromiseEngine, in run: inout Run) { call(source) }
}
