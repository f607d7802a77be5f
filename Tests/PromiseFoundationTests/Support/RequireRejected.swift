import PromiseConcurrency
import Testing

/// Waits until a promise is rejected, and returns its error. Only the time limit of the test applies.
func requireRejected<Value>(
  _ promise: Promise<Value>, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> any Error {
  let result = await promise.getResult()
  let error = if case .failure(let error) = result { error as (any Error)? } else { nil as (any Error)? }
  return try #require(error, "The promise has this result: \(result)", sourceLocation: sourceLocation)
}
