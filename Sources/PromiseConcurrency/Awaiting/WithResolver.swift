/// Calls `body` with the resolver of a new promise, and waits for the promise.
///
/// ```swift
/// let data = try await withResolver { resolver in
///   let download = client.load(url, completion: resolver.resolve)
///   resolver.onCancel { download.cancel() }
/// }
/// ```
///
/// This function replaces `withCheckedThrowingContinuation`, with three differences. A resolver may be called more than
/// once; only the first call counts. If the resolver is released without being called, this function throws instead of
/// waiting forever. When the waiting task is canceled, this function throws `CancellationError` immediately and cancels
/// the promise, which calls the handlers of `Resolver.onCancel`.
///
/// As with `Promise`, pass a method of the resolver as the completion handler, or a `@Sendable` closure.
///
/// - Parameters:
///   - type: The type of the value. Pass it if the compiler cannot infer it.
///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
///   - body: Called immediately, in the calling task, before this function suspends.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: The error that `body` throws or that the promise is rejected with; `CancellationError` if the waiting task
///   is canceled; `PromiseError.abandoned` if the resolver is released without being called.
public func withResolver<Value: Sendable>(
  of type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation,
  _ body: (Resolver<Value>) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) async throws -> Value {
  try await Promise(resolver: body, file: file, line: line).get(cancellation: .forward, isolation: isolation)
}
