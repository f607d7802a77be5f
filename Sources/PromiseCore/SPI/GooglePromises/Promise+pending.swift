// What code written for google/promises says and this library says otherwise. Seen after `@_spi(GooglePromises) import
// PromiseCore`; every declaration is deprecated and names what to write instead. The day no warning is left, the file
// drops the `@_spi`.

extension Promise {
  /// Returns a pending promise that is settled by its own `fulfill` and `reject`. When it is released unsettled, what is
  /// derived from it is canceled.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Write `let (promise, resolver) = Promise<Value>.pending()`, and call `fulfill` and `reject` on the resolver."
  )
  @_alwaysEmitIntoClient
  public static func pending(file: StaticString = #fileID, line: UInt = #line) -> Promise {
    Promise(unowned: CreationSite(file, line))
  }

  /// A pending promise that is settled by calling it.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Write `let (promise, resolver) = Promise<Value>.pending()`, and call `fulfill` and `reject` on the resolver."
  )
  @_alwaysEmitIntoClient
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(unowned: CreationSite(file, line))
  }

  /// Fulfills the promise, or rejects it if `value` is an error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Call `fulfill(_:)` on the resolver of `Promise<Value>.pending()`.")
  @_alwaysEmitIntoClient
  public func fulfill(_ value: Value) { settle(.ofGoogle(value)) }

  /// Rejects the promise, unless it is settled.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Call `reject(_:)` on the resolver of `Promise<Value>.pending()`.")
  @_alwaysEmitIntoClient
  public func reject(_ error: any Error) { settle(.failure(error)) }

  @_alwaysEmitIntoClient
  convenience init(unowned site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    // There is no resolver that could keep it, so those who wait for it must not either.
    markUnowned()
  }
}

extension PromiseError {
  /// A handler of `validate` did not accept the value.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "validationFailed")
  public static var validationFailure: PromiseError { .validationFailed }
}

/// Whether an error is this one, so that `validationFailure` may stand in a pattern.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `PromiseError.validationFailed` in the pattern.")
@_alwaysEmitIntoClient
public func ~= (pattern: PromiseError, error: any Error) -> Bool { error as? PromiseError == pattern }
