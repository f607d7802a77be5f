public import PromiseConcurrency

extension Promise {
  /// Waits for the value. Renamed to `get()`.
  ///
  /// - Parameter isolation: The actor on which this call runs. The default is the actor of the caller.
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: The errors that `get()` throws.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "get()")
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    try await get(isolation: isolation)
  }
}

extension Guarantee {
  /// Waits for the value. Renamed to `get()`.
  ///
  /// - Parameter isolation: The actor on which this call runs. The default is the actor of the caller.
  /// - Returns: The value of the guarantee.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "get()")
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async -> Value { await get(isolation: isolation) }
}
