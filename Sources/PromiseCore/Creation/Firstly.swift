/// Starts a chain with the promise that a closure returns.
///
/// ```swift
/// firstly { login() }.then { user in fetchAvatar(of: user) }
/// ```
///
/// - Parameter body: A closure that returns the first promise. It runs before this function returns.
/// - Returns: A promise that adopts the outcome of the promise that `body` returns. Canceling it cancels that promise,
///   if that promise has no other consumer. If `body` returns a guarantee, that guarantee.
@_alwaysEmitIntoClient
public func firstly<U: Thenable>(
  execute body: () -> U, file: StaticString = #fileID, line: UInt = #line
) -> U.Chained {
  let first = body()
  return U.chained(U.isGuarantee ? first : Promise(first, file: file, line: line))
}

/// Starts a chain with the promise that a closure returns, unless it throws.
///
/// - Parameter body: A closure that returns the first promise. It runs before this function returns. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise that adopts the outcome of the promise that `body` returns. Canceling it cancels that promise,
///   if that promise has no other consumer.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func firstly<U: Thenable>(
  execute body: () throws -> U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  do {
    return Promise(try body(), file: file, line: line)
  } catch {
    return Promise(error: error, file: file, line: line)
  }
}
