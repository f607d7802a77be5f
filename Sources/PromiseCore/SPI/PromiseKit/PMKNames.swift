/// The errors.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseError")
public typealias PMKError = PromiseError

/// The domain of PromiseKit's errors.
@_spi(PromiseKit) @available(*, deprecated, message: "Compare with a case of `PromiseError`.")
public let PMKErrorDomain = "PMKErrorDomain"

/// What `catch` returns: the promise itself, so that more than `finally` may follow.
@_spi(PromiseKit) @available(*, deprecated, message: "Write `Promise<Value>`: `catch` returns the promise.")
public typealias PMKFinalizer<Value: Sendable> = Promise<Value>

/// What makes `queue.async(.promise)` read as it does.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseNamespace")
public typealias PMKNamespacer = PromiseNamespace

extension PromiseError {
  /// What happened, in a sentence.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "description")
  @_alwaysEmitIntoClient
  public var errorDescription: String? { description }
}

extension Resolver where Value == Void {
  /// Fulfils the promise.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "fulfill()")
  @_alwaysEmitIntoClient
  public func fulfill_() { fulfill() }
}

extension Result where Failure == any Error {
  /// A success.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "success")
  @_alwaysEmitIntoClient
  public static func fulfilled(_ value: Success) -> Result { .success(value) }

  /// A failure.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "failure")
  @_alwaysEmitIntoClient
  public static func rejected(_ error: any Error) -> Result { .failure(error) }

  /// Whether it is a success.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write a `switch` over the result.")
  @_alwaysEmitIntoClient
  public var isFulfilled: Bool {
    if case .success = self { true } else { false }
  }

  /// Whether it is a failure.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write a `switch` over the result.")
  @_alwaysEmitIntoClient
  public var isRejected: Bool { !isFulfilled }
}

/// A thenable that can be rejected: a promise, and not a guarantee.
@_spi(PromiseKit) @available(*, deprecated, message: "Write `Thenable where Failure == any Error`.")
public protocol CatchMixin<Value>: Thenable where Failure == any Error {}

@_spi(PromiseKit) @available(*, deprecated)
extension Promise: CatchMixin {}
