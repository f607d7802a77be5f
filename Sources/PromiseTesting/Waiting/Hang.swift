/// Blocks the calling thread until the promise is settled.
///
/// On the main thread, work on the main queue runs in the meantime. For command-line tools and for tests.
///
/// - Parameter promise: A promise, a guarantee or a thenable. PromiseKit takes promises only.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: The error that the promise is rejected with; `CancellationError` after the time limit of the test.
@available(*, noasync, message: "blocks the thread; await the promise itself with get()")
@discardableResult
public func hang<Value: Sendable>(_ promise: some Thenable<Value>) throws -> Value {
  let promise = promise._promise
  promise.block()
  switch promise.inspect(afterWaiting: Delay(nanoseconds: 0)).state {
  case .fulfilled(let value): return value
  case .rejected(let error): throw error
  case .pending: throw CancellationError()  // after the time limit of the test
  }
}
