extension Promise {
  /// Waits for the value.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "get()")
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    try await get(isolation: isolation)
  }
}

extension Guarantee {
  /// Waits for the value.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "get()")
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async -> Value { await get(isolation: isolation) }
}
