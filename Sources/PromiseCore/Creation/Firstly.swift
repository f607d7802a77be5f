/// Starts a chain, so that its first step looks like the others. From PromiseKit.
///
/// ```swift
/// firstly { login() }.then { user in fetchAvatar(of: user) }
/// ```
///
/// - Parameters:
///   - body: Called at once. If it throws, the promise is rejected with that error.
/// - Returns: A promise that settles as the one from `body`.
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

/// Starts a chain that cannot fail. From PromiseKit.
///
/// - Parameter body: Called at once.
/// - Returns: The guarantee from `body`.
@_alwaysEmitIntoClient
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { body() }
