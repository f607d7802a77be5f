public import PromiseCore

// The part of google/promises' API that has another name or behaves differently in this library. It is visible after
// `@_spi(GooglePromises) import GooglePromisesVocabulary`. A declaration whose calls have to change is deprecated, and the message
// names its replacement. A file that compiles without these warnings no longer needs the `@_spi`.

extension Promise {
  /// Returns a pending promise that is settled by its own `fulfill` and `reject` methods.
  ///
  /// If the promise is released while it is pending, the promises derived from it are canceled.
  ///
  /// - Returns: The promise. Only the caller retains it.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `let (promise, resolver) = Promise<Value>.pending()`, and call `fulfill` and `reject` on the resolver."
  )
  @_alwaysEmitIntoClient
  public static func pending(file: StaticString = #fileID, line: UInt = #line) -> Promise {
    Promise(unowned: CreationSite(file, line))
  }

  /// Creates a pending promise that is settled by its own `fulfill` and `reject` methods.
  ///
  /// If the promise is released while it is pending, the promises derived from it are canceled.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `let (promise, resolver) = Promise<Value>.pending()`, and call `fulfill` and `reject` on the resolver."
  )
  @_alwaysEmitIntoClient
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(unowned: CreationSite(file, line))
  }

  /// Fulfills the promise, or rejects it if `value` is an error.
  ///
  /// Does nothing if the promise is settled. This method may be called from any thread.
  ///
  /// - Parameter value: The value or the error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Call `fulfill(_:)` on the resolver that `Promise<Value>.pending()` returns.")
  @_alwaysEmitIntoClient
  public func fulfill(_ value: Value) { settle(.ofGoogle(value)) }

  /// Rejects the promise.
  ///
  /// Does nothing if the promise is settled. This method may be called from any thread.
  ///
  /// - Parameter error: The error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Call `reject(_:)` on the resolver that `Promise<Value>.pending()` returns.")
  @_alwaysEmitIntoClient
  public func reject(_ error: any Error) { settle(.failure(error)) }

  /// Creates a pending promise that its observers do not retain.
  @_alwaysEmitIntoClient
  convenience init(unowned site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    // No resolver retains the promise, so its observers must not retain it either.
    any.markUnowned()
  }
}

extension PromiseError {
  /// The error of a value that a predicate of `validate` rejected. Renamed to `validationFailed`.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "validationFailed")
  public static var validationFailure: PromiseError { .validationFailed }
}

/// Returns whether an error equals `pattern`, so that `validationFailure` can be used in a pattern.
///
/// - Parameters:
///   - pattern: The error to compare with.
///   - error: The error to match.
/// - Returns: `true` if `error` is a `PromiseError` that equals `pattern`.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `PromiseError.validationFailed` in the pattern.")
@_alwaysEmitIntoClient
public func ~= (pattern: PromiseError, error: any Error) -> Bool { error as? PromiseError == pattern }
