/// A promise or a guarantee that a combinator waits for.
///
/// A thenable of another library, or a promise that nothing may keep alive, is represented by a promise that adopts its
/// outcome. The combinator holds that promise and not the other, so that it notices when the other is released, and can
/// cancel it.
@usableFromInline
package enum CombinatorInput<Value: Sendable>: Sendable {
  case promise(Promise<Value>)
  case guarantee(Guarantee<Value>)

  /// - Parameters:
  ///   - thenable: What is waited for.
  ///   - site: Where the combinator was called, for a report of a foreign thenable that was abandoned.
  @inlinable
  package init(_ thenable: some Thenable<Value>, _ site: CreationSite) {
    switch thenable {
    case let promise as Promise<Value> where !promise.isUnowned: self = .promise(promise)
    case let guarantee as Guarantee<Value>: self = .guarantee(guarantee)
    default: self = .promise(Promise(adopting: thenable, site))
    }
  }

  /// The input without the type of its value.
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

  /// The outcome of an input that has come to rest.
  @usableFromInline
  package var finalResult: Result<Value, any Error> {
    switch self {
    case .promise(let promise): promise.finalResult
    case .guarantee(let guarantee): guarantee.finalResult
    }
  }
}

/// How an input of a combinator has come to rest.
@usableFromInline
package enum InputOutcome: Sendable {
  case fulfilled
  case rejected(any Error, isHandled: Bool)
  /// A guarantee that nothing can fulfill any more.
  case abandoned(PromiseError)

  init(of input: AnyPromise) {
    if input.isFulfilled {
      self = .fulfilled
    } else if input.isRejected {
      self = .rejected(input.storage.error, isHandled: input.isHandled)
    } else {
      self = .abandoned(.abandoned(file: input.site.file, line: input.site.line))
    }
  }

  /// What the combinator's promise is rejected with, if it is rejected because of this.
  @usableFromInline
  package var failure: (error: any Error, isHandled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error, let isHandled): (error, isHandled)
    case .abandoned(let error): (error, true)
    }
  }
}
