/// Calls `body` with the resolver of a new promise, and waits for the promise.
///
/// ```swift
/// let data = try await withResolver { resolver in
///   let download = client.load(url) { data, error in resolver.resolve(data, error) }
///   resolver.onCancel { download.cancel() }
/// }
/// ```
///
/// It takes the place of `withCheckedThrowingContinuation`. A resolver may be called twice: the first call counts. If it
/// is released without a call, this function throws. When the waiting task is canceled, this function throws
/// `CancellationError` at once and cancels the promise, which calls the handlers of `Resolver.onCancel`.
///
/// - Parameters:
///   - type: The type of the value, if it is not known otherwise.
///   - isolation: The caller's actor, which this call does not leave.
///   - body: Called before this function suspends. This function rethrows the error that it throws.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: The error that `body` throws or that the promise is rejected with; `PromiseError.abandoned` if the resolver is never called.
public func withResolver<Value: Sendable>(
  of type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
  _ body: (Resolver<Value>) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  try await Promise(resolver: body, file: file, line: line).get(cancellation: .forward, isolation: isolation)
}
