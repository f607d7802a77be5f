/// Blocks this thread until the promise is settled; on the main thread, the main queue goes on meanwhile. From
/// PromiseKit.
///
/// For command-line tools and for tests.
///
/// - Parameter promise: What to wait for; PromiseKit takes promises only.
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with; `CancellationError` when the time limit of the test has come.
@available(*, noasync, message: "blocks the thread; await the promise itself with get()")
@discardableResult
public func hang<Value: Sendable>(_ promise: some Thenable<Value>) throws -> Value {
  let engine = promise.engine
  engine.block()
  switch engine.find(after: .zero).fate {
  case .fulfilled(let value): return value
  case .rejected(let error): throw error
  case .pending: throw CancellationError()  // the time of the test is over
  }
}
