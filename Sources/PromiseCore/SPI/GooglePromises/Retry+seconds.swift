public import Dispatch

/// Calls a function that returns a promise again when the promise is rejected, after a number of seconds.
@_spi(GooglePromises)
@available(*, deprecated, message: "Write `delay: .seconds(seconds)`. A literal, as in `delay: 1`, needs no change.")
@_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Double,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(attempts: attempts, delay: .seconds(delay), condition: condition, body, file: file, line: line)
}

/// Calls a function that returns a promise again, on a queue, when the promise is rejected, after a number of seconds.
@_spi(GooglePromises)
@available(*, deprecated, message: "Write `delay: .seconds(seconds)`. A literal, as in `delay: 1`, needs no change.")
@preconcurrency @_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  on queue: DispatchQueue, attempts: Int = 1, delay: Double,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  _ body: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(
    attempts, .seconds(delay), condition.map { Handler(on: queue, $0) }, Handler(on: queue, flags: [], body),
    CreationSite(file, line))
}
