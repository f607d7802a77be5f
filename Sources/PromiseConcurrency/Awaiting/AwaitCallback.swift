/// Calls a function with a completion handler, and waits until the handler is called.
///
/// ```swift
/// let data = try await awaitCallback { handler in load(url, completion: handler) }
/// ```
///
/// All forms of `awaitCallback` have this in common, and there is one for each shape of `wrap`: `body` is called at once,
/// and hands `handler` to the function. The first call of the handler counts, on whichever thread, also within `body`;
/// later ones do nothing. If the handler is released without having been called, this call throws
/// `PromiseError.abandoned`; and when the waiting task is cancelled, `CancellationError`, at once. (To stop
/// work that only `body` can name, use ``withPromise(of:isolation:file:line:_:)``.)
///
/// - Parameters:
///   - onCancel: Called once when the waiting task is cancelled before the handler is called, to stop the function; on
///     the thread that cancels.
///   - isolation: The caller's actor, which this call does not leave.
///   - file: Where the wait begins, for reports.
///   - line: Likewise.
///   - body: Calls the function. What it throws is thrown.
public func awaitCallback(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable () -> Void) throws -> Void
) async throws -> Void { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler that takes a value, which may be an optional, and waits.
///
/// What all forms have in common is written on the one whose handler takes nothing.
@_disfavoredOverload  // as with `wrap`
public func awaitCallback<V: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable (V) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler that takes an optional error, and waits.
///
/// What all forms have in common is written on the one whose handler takes nothing.
public func awaitCallback(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) async throws -> Void { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler that takes a result, and waits.
///
/// What all forms have in common is written on the one whose handler takes nothing.
public func awaitCallback<V: Sendable, E: Error>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable (Result<V, E>) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler that takes a value and an optional error, which counts more, and waits.
///
/// What all forms have in common is written on the one whose handler takes nothing.
@_disfavoredOverload
public func awaitCallback<V: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler, and waits: one that takes an optional value and an optional error, which counts more.
///
/// What all forms have in common is written on the one whose handler takes nothing.
/// Neither: throws `PromiseError.invalidCallingConvention`.
@_disfavoredOverload
public func awaitCallback<V: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler that takes an optional error, which counts more, and a value, and waits.
///
/// What all forms have in common is written on the one whose handler takes nothing.
@_disfavoredOverload
public func awaitCallback<V: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler, and waits: one that takes an optional error, which counts more, and an optional value.
///
/// What all forms have in common is written on the one whose handler takes nothing.
/// Neither: throws `PromiseError.invalidCallingConvention`.
@_disfavoredOverload
public func awaitCallback<V: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void
) async throws -> V { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

/// Calls a function with a completion handler, and waits: one that takes two optional values and an optional error, which counts more.
///
/// What all forms have in common is written on the one whose handler takes nothing.
/// None of the three: throws `PromiseError.invalidCallingConvention`.
public func awaitCallback<A: Sendable, B: Sendable>(
  onCancel: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
  line: UInt = #line, _ body: (@escaping @Sendable (A?, B?, (any Error)?) -> Void) throws -> Void
) async throws -> (A?, B?) { try await wrap(file: file, line: line, body).wait(onCancel, isolation: isolation) }

extension Promise {
  /// Waits for a callback, on behalf of the only one who does.
  fileprivate func wait(_ onCancel: (@Sendable () -> Void)?, isolation: isolated (any Actor)?) async throws -> Value {
    if let onCancel { addTarget(.userHandler(onCancel)) }
    return try await get(onCancel: .forward, isolation: isolation)
  }
}
