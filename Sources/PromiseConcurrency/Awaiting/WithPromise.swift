/// Waits for a promise that `body` settles, or hands to somebody who will.
///
/// ```swift
/// let data = try await withPromise { resolver in
///   let download = client.load(url) { data, error in resolver.resolve(data, error) }
///   resolver.onCancel { download.cancel() }
/// }
/// ```
///
/// As `withCheckedThrowingContinuation`, but a resolver may be called twice (the first call counts), and if it is
/// released without having been called, this call throws instead of waiting for ever. When the waiting task is
/// cancelled, this call throws `CancellationError` at once and the promise is cancelled: the handlers of
/// `Resolver.onCancel` are called.
///
/// - Parameters:
///   - type: The type of the value, if it is not known otherwise.
///   - isolation: The caller's actor, which this call does not leave.
///   - body: Called at once. What it throws is thrown.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: What `body` throws or rejects with; `PromiseError.abandoned` if the resolver is never called.
public func withPromise<Value: Sendable>(
  of type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
  _ body: (Resolver<Value>) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  try await Promise(resolver: body, file: file, line: line).get(cancellation: .forward, isolation: isolation)
}
