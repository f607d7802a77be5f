import CPromiseCore
import PromiseCore

extension PromiseTimeline {
  /// Calls an `async` function, and records the promises that it creates, and those that are derived from them, in one of
  /// several calls.
  ///
  /// A service that cannot afford to record all requests records one of many:
  ///
  /// ```swift
  /// let timeline = PromiseTimeline()
  /// router.get("users") { request, _ in
  ///   try await timeline.sample(oneIn: 100) { try await users(request) }
  /// }
  /// ```
  ///
  /// What a task records that `body` starts, and that goes on after it, belongs to the sample as well. The promises of a
  /// sample are not recorded in `PromiseDiagnostics.timeline`, and outside of tests with the trait `.promises`, `promisesSettled`
  /// and `waitForPromises` of PromiseTesting do not wait for them.
  ///
  /// The promises that are not recorded cost nearly nothing more than without a timeline. In a test with the trait
  /// `.promises`, all promises belong to the test, and nothing is recorded.
  ///
  /// - Parameters:
  ///   - count: The number of calls of which one is recorded, on average: they are chosen at random. With 1 or less, every
  ///     call is recorded.
  ///   - body: The function. It runs on the caller's actor, in the current task.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func sample<Result>(
    oneIn count: Int = 1, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let context = nextContext(oneIn: count) else { return try await body() }
    return try await PromiseContext.$current.withValue(context, operation: body, isolation: isolation)
  }

  /// Returns a context whose promises are recorded, if this call is one of them.
  private func nextContext(oneIn count: Int) -> PromiseContext? {
    guard PromiseContext.ofCurrentTest == nil, Int.random(in: 0..<max(count, 1)) == 0 else { return nil }
    PromiseContext.enableContexts()
    return PromiseContext(recorder: SampleRecorder(self))
  }
}

/// Records the promises of a sample, among those of the process.
private final class SampleRecorder: PromiseRecorder {
  private let timeline: PromiseTimeline

  init(_ timeline: PromiseTimeline) { self.timeline = timeline }

  func promiseCreated(_ promise: AnyPromise, isPending: Bool) {
    PromiseRegistry.ofProcess.add(promise, isPending: isPending, to: timeline)
  }
}
