/// A promise or a guarantee whose value and error have known types: what the code that both share needs of them.
@usableFromInline
package struct TypedPromise<Value: Sendable, Failure: Error>: Sendable {
  /// The promise or guarantee.
  @usableFromInline package let any: AnyPromise

  /// Creates a reference to a promise or a guarantee, whose types the caller must know.
  @inlinable @inline(__always)
  package init(_ any: AnyPromise) { self.any = any }

  // MARK: - The outcome

  /// The outcome, or `nil` while there is none. A lock-free snapshot.
  @inlinable
  package var outcome: Result<Value, Failure>? {
    let flags = any.loadPublishedFlags()
    if flags.contains(.fulfilled) { return .success(any.storage.value(as: Value.self)) }
    if flags.contains(.rejected) { return .failure(narrow(any.storage.error, to: Failure.self)) }
    return nil
  }

  /// The outcome of a promise that is known to be settled.
  @inlinable
  package var knownOutcome: Result<Value, Failure> {
    guard let outcome else {
      // trap: outcome-of-pending-promise
      preconditionFailure("A handler ran without an outcome. This is a bug in swift-promises; please report it.")
    }
    return outcome
  }

  /// The outcome of a promise that can no longer change. For an abandoned guarantee, an error that says that it was
  /// abandoned.
  @usableFromInline
  package var finalResult: Result<Value, any Error> {
    if let outcome { return outcome.mapError(widen) }
    return .failure(any.errorWithoutOutcome)
  }

  // MARK: - Settling

  /// Settles the promise, unless it is settled.
  ///
  /// - Parameters:
  ///   - outcome: The value or the error.
  ///   - isHandled: Whether a handler has handled the error upstream.
  ///   - cancelsUpstream: Whether to notify the cancellation targets that their outcome is no longer wanted.
  ///   - trampoline: The trampoline that delivers the outcome.
  /// - Returns: Whether the promise was pending.
  @inlinable @discardableResult
  package func settle(
    _ outcome: Result<Value, Failure>, isHandled: Bool = false, cancelsUpstream: Bool = false, in trampoline: Trampoline
  ) -> Bool {
    switch outcome {
    case .success(let value):
      any.fulfill(with: value, isHandled: isHandled, cancelsUpstream: cancelsUpstream, in: trampoline)
    case .failure(let error):
      any.reject(with: widen(error), isHandled: isHandled, cancelsUpstream: cancelsUpstream, in: trampoline)
    }
  }

  /// Settles the promise with the value that `body` returns or the error that it throws.
  @inlinable @inline(__always)
  package func settle(in trampoline: Trampoline, _ body: () throws(Failure) -> Value) {
    let value: Value
    do {
      value = try body()
    } catch {
      any.reject(with: widen(error), in: trampoline)
      return
    }
    any.fulfill(with: value, in: trampoline)
  }

  /// Attaches a handler that runs once with the outcome, inline, on the thread that settles the promise.
  ///
  /// The observer retains the promise until it settles, unless the promise is unowned.
  @inlinable
  package func observe(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    any.attach(
      inlineObserver(retaining: any.isUnowned ? nil : any) { source in
        if let outcome = TypedPromise(source).outcome { handler(outcome) }
      })
  }

  /// Settles the promise, unless it is settled, and schedules its observers. Returns whether the promise was pending.
  @inlinable @discardableResult
  package func settle(_ outcome: Result<Value, Failure>, isHandled: Bool = false) -> Bool {
    let trampoline = any.enterTrampoline()
    let wasPending = settle(outcome, isHandled: isHandled, in: trampoline)
    any.leave(trampoline)
    return wasPending
  }
}

extension AnyPromise {
  /// Returns the value of a promise that is known to be fulfilled with a value of this type.
  @inlinable
  package func knownValue<Value>(as type: Value.Type) -> Value { storage.value(as: Value.self) }

  /// What describes why a promise that can no longer change has no outcome.
  @usableFromInline
  var errorWithoutOutcome: any Error {
    neverSettles ? storage.error : PromiseError.abandoned(file: site.file, line: site.line)
  }

  /// Releases the error that the promise was rejected with, after reporting it if it is unhandled.
  func reportAndClearError() {
    let error = storage.error
    if isRejectedUnobserved, !error.isCancelled {
      report(.unhandledRejection(error, file: site.file, line: site.line))
    }
    storage.clear((any Error).self)
  }

  /// Rejects the promise with the error of `source`.
  @usableFromInline
  func rejectWithError(of source: AnyPromise, isHandled: Bool = false, in trampoline: Trampoline) {
    reject(with: source.storage.error, isHandled: isHandled || source.isHandled, in: trampoline)
  }

  /// Rejects a derived promise with the error of its source, which skips the handler.
  @usableFromInline @inline(never)
  func forwardError(of source: AnyPromise, in trampoline: Trampoline) {
    if source.isCaught { markCaught() }
    rejectWithError(of: source, in: trampoline)
  }
}

/// Returns an observer that always wants the outcome and runs `call` inline. It retains `promise` until then.
@usableFromInline
func inlineObserver(
  retaining promise: AnyPromise?, _ call: @escaping @Sendable (AnyPromise) -> Void
) -> Observer {
  let executor = HandlerExecutor(on: nil, flags: nil)
  return .object(
    ClosureObserver(consumer: nil) { source, event, _ in
      withExtendedLifetime(promise) {
        guard event == .run else {
          source.markObserved()
          return executor  // so that it runs in the context of its promise
        }
        call(source)
        return nil
      }
    })
}
