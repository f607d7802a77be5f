import PromiseCore

/// Runs `body` in a context that discards diagnostic events, for tests that abandon promises on purpose.
package func silently<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await PromiseContext.$current.withValue(PromiseContext(report: { _ in }), operation: body)
}

/// Runs `body` in a context that discards diagnostic events, for tests that abandon promises on purpose.
package func silently<Result>(_ body: () throws -> Result) rethrows -> Result {
  try PromiseContext.$current.withValue(PromiseContext(report: { _ in }), operation: body)
}
