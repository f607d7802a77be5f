import Foundation

/// Blocks this thread until the promise is settled; on the main thread, the main queue goes on meanwhile. From
/// PromiseKit.
///
/// For command-line tools and for tests.
///
/// - Parameter promise: What to wait for.
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with.
@available(*, noasync, message: "blocks the thread; await the promise itself with get()")
@discardableResult
public func hang<Value: Sendable>(_ promise: Promise<Value>) throws -> Value {
  guard MainQueue.isCurrent else { return try promise.wait() }
  while true {
    if let result = promise.result { return try result.get() }
    MainQueue.turn(for: promise.scope ?? .processWide, until: Date(timeIntervalSinceNow: 0.01))
  }
}
