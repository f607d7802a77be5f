extension Thenable {
  /// Whether the promise is fulfilled or rejected. A snapshot. Renamed to `isSettled`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public var isResolved: Bool { glance != nil }
}

extension AnyPromise {
  /// Whether the promise has an outcome. A lock-free snapshot. Renamed to `isSettled`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public final var isResolved: Bool { isSettled }
}
