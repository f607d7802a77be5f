/// Settles a call of ``withResolver(of:_:)``. Only its first call counts.
public struct Reply<Value: Sendable>: Sendable {
  fileprivate let replies: AsyncThrowingStream<Value, any Error>.Continuation

  /// Returns the value from the call.
  @Sendable public func fulfill(_ value: Value) { resolve(Result<Value, any Error>.success(value)) }

  /// Throws the error from the call.
  @Sendable public func reject(_ error: any Error) { resolve(Result<Value, any Error>.failure(error)) }

  /// Returns the value of the result, or throws its error.
  @Sendable public func resolve<E: Error>(_ result: Result<Value, E>) {
    replies.yield(with: result.mapError { $0 })
    replies.finish()
  }

  /// Throws the error if there is one, and otherwise returns the value. Without both, it throws ``MissingResult``.
  @Sendable public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let value, error == nil { fulfill(value) } else { reject(error ?? MissingResult()) }
  }

  /// The same, for a callback with the error first.
  @Sendable public func resolve(_ error: (any Error)?, _ value: Value?) { resolve(value, error) }

  /// Calls a handler if the task is canceled before the call is settled.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    replies.onTermination = { [replies, earlier = replies.onTermination] reason in
      guard case .cancelled = reason else { return }
      replies.finish()  // What the callee still delivers comes too late.
      earlier?(reason)
      handler()
    }
  }
}

extension Reply<Void> {
  /// Returns from the call.
  @Sendable public func fulfill() { fulfill(()) }

  /// Throws the error if there is one, and otherwise returns.
  @Sendable public func resolve(_ error: (any Error)?) { resolve((), error) }
}

/// The error of a callback that is called with neither a value nor an error.
public struct MissingResult: Error, Equatable {}

/// Awaits a completion handler: `try await withResolver { resolver in load(id, completion: resolver.resolve) }`
///
/// If the resolver is never called, this function waits until its task is canceled.
///
/// - Parameters:
///   - type: The type of the value. Pass it if the compiler cannot infer it.
///   - body: Called immediately. Starts the work.
/// - Throws: The error of `body` or of the resolver, or `CancellationError` if the task is canceled first.
public nonisolated(nonsending) func withResolver<Value: Sendable>(
  of type: Value.Type = Value.self, _ body: (Reply<Value>) throws -> Void
) async throws -> Value {
  let (stream, replies) = AsyncThrowingStream<Value, any Error>.makeStream()
  try body(Reply(replies: replies))
  var reply: Value?
  // To its end, because a stream that is released before would seem to be canceled.
  for try await value in stream { reply = value }
  guard let reply else { throw CancellationError() }
  return reply
}

/// Awaits a callback that cannot fail, also in a canceled task. Only the first call of `seal` counts.
///
/// The parameters are those of ``withResolver(of:_:)``.
public nonisolated(nonsending) func withSeal<Value: Sendable>(
  of type: Value.Type = Value.self, _ body: (_ seal: @escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  let (stream, values) = AsyncStream<Value>.makeStream()
  body { values.yield($0) }
  // Cancellation would end an iteration in the current task. The stream does not end by itself.
  return await Task { await stream.first { _ in true }! }.value
}
