/// Awaits a completion handler without parameters.
///
/// ```swift
/// let user = try await wrap { handler in api.loadUser(id: 3, completion: handler) }
/// ```
///
/// The other functions of this name are for handlers with other parameters. Each of them is
/// ``withResolver(of:_:)`` with a resolver that fits: only the first call of the handler counts, and the error of a
/// handler is thrown. Needs `Callback.swift`.
///
/// - Parameter body: Called immediately. Starts the work with the completion handler.
public nonisolated(nonsending) func wrap(
  _ body: (@escaping @Sendable () -> Void) throws -> Void
) async throws { try await withResolver { resolver in try body { resolver.fulfill() } } }

/// Awaits a completion handler that receives a value.
public nonisolated(nonsending) func wrap<Value: Sendable>(
  _ body: (@escaping @Sendable (Value) -> Void) throws -> Void
) async throws -> Value { try await withResolver { try body($0.fulfill) } }

/// Awaits a completion handler that receives an error, or `nil`.
public nonisolated(nonsending) func wrap(
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) async throws { try await withResolver { try body($0.resolve) } }

/// Awaits a completion handler that receives a result.
public nonisolated(nonsending) func wrap<Value: Sendable, Failure: Error>(
  _ body: (@escaping @Sendable (Result<Value, Failure>) -> Void) throws -> Void
) async throws -> Value { try await withResolver { try body($0.resolve) } }

/// Awaits a completion handler that receives a value and an error.
public nonisolated(nonsending) func wrap<Value: Sendable>(
  _ body: (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
) async throws -> Value { try await withResolver { try body($0.resolve) } }

/// Awaits a completion handler that receives a value or an error.
public nonisolated(nonsending) func wrap<Value: Sendable>(
  _ body: (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) async throws -> Value { try await withResolver { try body($0.resolve) } }

/// Awaits a completion handler that receives an error or a value.
public nonisolated(nonsending) func wrap<Value: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
) async throws -> Value { try await withResolver { resolver in try body { resolver.resolve($1, $0) } } }

/// Awaits a completion handler that receives two values or an error.
public nonisolated(nonsending) func wrap<A: Sendable, B: Sendable>(
  _ body: (@escaping @Sendable (A?, B?, (any Error)?) -> Void) throws -> Void
) async throws -> (A?, B?) {
  try await withResolver { resolver in
    try body { a, b, error in resolver.resolve(a == nil && b == nil ? nil : (a, b), error) }
  }
}
