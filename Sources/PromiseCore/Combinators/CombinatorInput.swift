/// An input of a combinator: a promise or a guarantee.
///
/// A foreign thenable, or a promise that must not be kept alive, is represented by a promise that adopts its outcome.
/// The combinator retains that promise instead of the original, so that it can cancel the input and can detect the
/// release of the original.
@usableFromInline
package struct CombinatorInput<Value: Sendable>: Sendable {
  /// The promise or guarantee.
  @usableFromInline package let any: AnyPromise

  /// Refers to a promise that is an input already, whose type the caller must know.
  init(_ any: AnyPromise) { self.any = any }

  /// Creates an input from a thenable: a promise or a guarantee itself, and otherwise a promise that adopts the outcome.
  ///
  /// An unowned promise is adopted as well, because the combinator must retain its inputs.
  @inlinable
  package init(_ thenable: some Thenable<Value>, _ site: CreationSite) {
    if let any = thenable.asAny, any.isGuarantee || !any.isUnowned {
      self.any = any
    } else {
      any = Promise(adopting: thenable, site).any
    }
  }

  /// The outcome of an input that is known to be settled.
  @inlinable
  package var knownResult: Result<Value, any Error> { TypedPromise<Value, any Error>(any).knownOutcome }

  /// The outcome of an input that can no longer change.
  @usableFromInline
  package var finalResult: Result<Value, any Error> { TypedPromise<Value, any Error>(any).finalResult }
}

/// The way in which an input of a combinator ended.
@usableFromInline
package enum InputOutcome: Sendable {
  /// The input was fulfilled.
  case fulfilled
  /// The input was rejected with an error.
  case rejected(any Error, isHandled: Bool)
  /// The input is a guarantee that was abandoned.
  case abandoned(PromiseError)

  /// Creates the outcome of an input that is settled or abandoned.
  init(of input: AnyPromise) {
    if input.isFulfilled {
      self = .fulfilled
    } else if input.isRejected {
      self = .rejected(input.storage.error, isHandled: input.isHandled)
    } else {
      self = .abandoned(.abandoned(file: input.site.file, line: input.site.line))
    }
  }

  /// The error with which this input rejects the combined promise, or `nil` if the input was fulfilled.
  ///
  /// `isHandled` says whether a handler has already handled the error. If so, the combined promise is not reported as
  /// an unhandled rejection. An abandoned guarantee is reported as such, so its error counts as handled.
  @usableFromInline
  package var failure: (error: any Error, isHandled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error, let isHandled): (error, isHandled)
    case .abandoned(let error): (error, true)
    }
  }
}
