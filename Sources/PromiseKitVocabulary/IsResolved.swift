public import PromiseCore

extension Thenable {
  /// Whether the promise is fulfilled or rejected. The property is a snapshot. Renamed to `isSettled`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public var isResolved: Bool { isSettled }
}

extension AnyPromise {
  /// Whether the promise has an outcome. The property is a lock-free snapshot. Renamed to `isSettled`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "isSettled")
  @_alwaysEmitIntoClient
  public final var isResolved: Bool { isSettled }
}
