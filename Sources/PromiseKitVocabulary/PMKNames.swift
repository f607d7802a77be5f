public import PromiseCore

/// The errors of this library. Renamed to `PromiseError`.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseError")
public typealias PMKError = PromiseError

/// The domain of PromiseKit's errors. The errors of this library have a different domain.
@_spi(PromiseKit)
@available(
  *, deprecated, message: "Compare the error with a case of `PromiseError` instead of comparing domains."
)
public let PMKErrorDomain = "PMKErrorDomain"

/// The type that `catch` returns. Unlike in PromiseKit, it is a promise, so further operators may follow.
@_spi(PromiseKit) @available(*, deprecated, message: "Use `Promise<Value>`, which is the type that `catch` returns.")
public typealias PMKFinalizer<Value: Sendable> = Promise<Value>

/// The namespace in `queue.async(.promise)`. Renamed to `PromiseNamespace`.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseNamespace")
public typealias PMKNamespacer = PromiseNamespace

extension Thenable {
  /// The type of the value. Renamed to `Value`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "Value")
  public typealias T = Value
}

extension Resolver {
  /// The type of the value. Renamed to `Value`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "Value")
  public typealias T = Value
}

extension Resolver where Value == Void {
  /// Fulfills the promise. Renamed to `fulfill()`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "fulfill()")
  @_alwaysEmitIntoClient
  public func fulfill_() { fulfill() }
}

extension Result where Failure == any Error {
  /// Returns a success. Renamed to `success(_:)`.
  ///
  /// - Parameter value: The value of the result.
  /// - Returns: A success with `value`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "success")
  @_alwaysEmitIntoClient
  public static func fulfilled(_ value: Success) -> Result { .success(value) }

  /// Returns a failure. Renamed to `failure(_:)`.
  ///
  /// - Parameter error: The error of the result.
  /// - Returns: A failure with `error`.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "failure")
  @_alwaysEmitIntoClient
  public static func rejected(_ error: any Error) -> Result { .failure(error) }

  /// Whether the result is a success.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use a `switch` statement over the result.")
  @_alwaysEmitIntoClient
  public var isFulfilled: Bool {
    if case .success = self { true } else { false }
  }

  /// Whether the result is a failure.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use a `switch` statement over the result.")
  @_alwaysEmitIntoClient
  public var isRejected: Bool { !isFulfilled }
}

/// A thenable that can be rejected, such as a promise, but not a guarantee.
@_spi(PromiseKit)
@available(*, deprecated, message: "Use `Promise<Value>`, or `Thenable` if a guarantee will do as well.")
public protocol CatchMixin<Value>: Thenable {}

@_spi(PromiseKit) @available(*, deprecated)
extension Promise: CatchMixin {}
