/// Awaits a completion handler, and stops the callee when the task is canceled.
///
/// ```swift
/// let bytes = try await withCallback { reply in
///   let request = download(url) { reply($0) }
///   return { request.cancel() }
/// }
/// ```
///
/// Only the first call of `reply` counts. If `reply` is never called, this function waits until its task is canceled.
///
/// - Parameter start: Starts the work with a completion handler. Returns a closure that stops the work, which is called
///   if the task is canceled before `reply` is called.
/// - Returns: The value that `reply` was called with.
/// - Throws: The error that `reply` was called with, or `CancellationError` if the task is canceled first.
public nonisolated(nonsending) func withCallback<Value: Sendable>(
  _ start: (_ reply: @escaping @Sendable (Result<Value, any Error>) -> Void) -> @Sendable () -> Void
) async throws -> Value {
  let (replies, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
  let stop = start { reply in
    continuation.yield(with: reply)
    continuation.finish()
  }
  for try await value in replies { return value }
  stop()  // The iteration ends without a value if the task is canceled.
  throw CancellationError()
}
