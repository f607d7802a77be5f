import PromiseConcurrency
import Testing

/// Waits until a promise is rejected, and returns its error. There is no limit but that of the test.
func requireRejected<Value>(
  _ promise: Promise<Value>, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> any Error {
  let result = await promise.getResult()
  let error = if case .failure(let error) = result { error as (any Error)? } else { nil as (any Error)? }
  return try #require(error, "The promise has this result: \(result)", sourceLocation: sourceLocation)
}
