/// Repeats an `async` function until it says so.
///
/// ```swift
/// until(interval: 2) { try await isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// What it throws ends it.
///
/// - Parameters:
///   - interval: How long to wait between one call and the next, in seconds. Zero and less: no time.
///   - clock: Who measures the interval; `nil`: Dispatch.
///   - body: Called in a task with the isolation of where it was written, which is cancelled when the promise is.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: A promise that is fulfilled when `body` returns `true`. Cancelling it ends the repeating.
@_disfavoredOverload
public func until(
  interval: Double = 0, clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Bool,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  let handler = Handler<Void, Promise<Bool>, any Error>(executor: HandlerExecutor(startingTasksOn: body.isolation)) {
    Promise(byTaskOn: body.isolation, site) { _ in try await body() }
  }
  return until(interval, clock, handler, site) { $0 ? () : nil }
}
