extension Thenable {
  /// Whether there is an outcome by now. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public var isResolved: Bool { glance != nil }
}

extension AnyPromise {
  /// Whether the promise has an outcome. A lock-free snapshot. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public final var isResolved: Bool { isSettled }
}
