/// An input of a combinator: a promise or a guarantee.
///
/// A foreign thenable, or a promise that must not be kept alive, is represented by a promise that adopts its outcome.
/// The combinator retains that promise instead of the original, so that it can cancel the input and can detect the
/// release of the original.
@usableFromInline
package enum CombinatorInput<Value: Sendable>: Sendable {
  /// A promise, which may stand for a foreign thenable.
  case promise(Promise<Value>)
  /// A guarantee.
  case guarantee(Guarantee<Value>)

  /// Creates the input for a thenable.
  ///
  /// - Parameters:
  ///   - thenable: The thenable that the combinator waits for.
  ///   - site: The call site of the combinator, which the report of an abandoned foreign thenable names.
  @inlinable
  package init(_ thenable: some Thenable<Value>, _ site: CreationSite) {
    switch thenable {
    case let promise as Promise<Value> where !promise.isUnowned: self = .promise(promise)
    case let guarantee as Guarantee<Value>: self = .guarantee(guarantee)
    default: self = .promise(Promise(adopting: thenable, site))
    }
  }

  /// The input, without the type of its value.
  @inlinable
  package var any: AnyPromise {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): guarantee
    }
  }

  /// The outcome of an input that is known to have one.
  @inlinable
  package var knownResult: Result<Value, any Error> {
    switch self {
    case .promise(let promise): promise.knownOutcome
    case .guarantee(let guarantee): .success(guarantee.knownOutcome.get())
    }
  }

  /// The outcome of an input that is settled or abandoned. An abandoned guarantee yields the error that says so.
  @usableFromInline
  package var finalResult: Result<Value, any Error> {
    switch self {
    case .promise(let promise): promise.finalResult
    case .guarantee(let guarantee): guarantee.finalResult
    }
  }
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
