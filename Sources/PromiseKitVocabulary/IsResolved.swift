public import PromiseCore

extension Thenable {
  /// Whether the thenable is fulfilled or rejected.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public var isResolved: Bool { isSettled }
}

extension AnyPromise {
  /// Whether the promise is fulfilled or rejected.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public var isResolved: Bool { isSettled }
}
