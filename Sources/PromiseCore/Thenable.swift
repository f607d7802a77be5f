/// An object that settles once, with a value or an error: a promise, a guarantee, or your own kind of future.
///
/// A handler of `then` may return any thenable. To use the operators on your own type, implement ``pipe(to:)`` and
/// ``result``.
public protocol Thenable<Value>: AnyObject, Sendable {
  /// The type of the value that the thenable is fulfilled with.
  associatedtype Value: Sendable
  /// The type of the error that the thenable is rejected with: any error, or `Never` for a guarantee.
  associatedtype Failure: Error = any Error
  /// Attaches a handler that runs once with the outcome, on any thread.
  ///
  /// If the outcome is available, the handler runs immediately. The handler of a promise runs inline, on the thread
  /// that settles the promise. It is a permanent consumer: the promise is not canceled when its other consumers are. A
  /// thenable that releases `handler` without calling it is treated as abandoned.
  ///
  /// - Parameter handler: The handler.
  func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void)

  /// The outcome, or `nil` while the thenable is pending.
  ///
  /// Reading this property takes a snapshot, without a lock. Reading an error counts as observing it: the error is not
  /// reported as unhandled.
  var result: Result<Value, any Error>? { get }

  /// The promise that the operators attach to: the promise or guarantee itself, or a promise that adopts the outcome of
  /// a foreign thenable.
  ///
  /// A default implementation is provided for your own thenables.
  var _promise: _TypedPromise<Value, Failure> { get }
}

extension Thenable where Failure == any Error {
  /// A promise that adopts the outcome of this thenable.
  public var _promise: _TypedPromise<Value, any Error> { Promise(self) }
}

extension _TypedPromise {
  /// The promise or the guarantee itself.
  @inlinable
  public final var _promise: _TypedPromise<Value, Failure> { self }

  /// Attaches a handler that runs once with the outcome, inline, on the thread that settles the promise.
  ///
  /// If the promise has already settled, the handler runs immediately. It is a permanent consumer: the promise is not
  /// canceled when its other consumers are. To run a handler elsewhere, use `tap` or `complete`.
  ///
  /// - Parameter handler: The handler. If a guarantee is abandoned, the handler is released without being called.
  @inlinable
  public final func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    observe { handler($0.mapError(widen)) }
  }

  /// The outcome, or `nil` while the promise is pending.
  ///
  /// Reading this property takes a snapshot, without a lock. Reading an error counts as observing it: the error is not
  /// reported as unhandled.
  @inlinable
  public final var result: Result<Value, any Error>? {
    guard let outcome else { return nil }
    markObserved()
    return outcome.mapError(widen)
  }
}

extension Thenable {
  /// The thenable itself if it is a promise, and otherwise a promise that adopts its outcome.
  @usableFromInline
  package var asPromise: Promise<Value> {
    if let promise = self as? Promise<Value> { return promise }
    guard let promise = self as? AnyPromise else { return Promise(self) }
    return Promise(adopting: self, promise.site)  // reports name the creation site of the guarantee
  }

  /// The value if the thenable is fulfilled, and `nil` otherwise.
  ///
  /// Reading this property takes a snapshot. Reading it on a rejected thenable counts as observing its error: the error
  /// is not reported as unhandled.
  public var value: Value? { try? result?.get() }

  /// The error if the thenable is rejected, and `nil` otherwise.
  ///
  /// Reading this property takes a snapshot. Reading an error counts as observing it: the error is not reported as
  /// unhandled.
  public var error: (any Error)? {
    if case .failure(let error)? = result { error } else { nil }
  }

  /// Whether the thenable is fulfilled or rejected. The value is a snapshot.
  public var isSettled: Bool { currentOutcome != nil }

  /// Whether the thenable has no outcome yet. The value is a snapshot.
  public var isPending: Bool { currentOutcome == nil }

  /// Whether the thenable is fulfilled with a value. The value is a snapshot.
  public var isFulfilled: Bool {
    if case .success? = currentOutcome { true } else { false }
  }

  /// Whether the thenable is rejected with an error. The value is a snapshot.
  ///
  /// Reading this property does not count as observing the error.
  public var isRejected: Bool {
    if case .failure? = currentOutcome { true } else { false }
  }

  /// Whether the thenable is rejected with an error that represents cancellation. The value is a snapshot.
  public var isCancelled: Bool {
    if case .failure(let error)? = currentOutcome { error.isCancelled } else { false }
  }

  /// The outcome, read without observing it: to check for an error is not to handle it.
  @usableFromInline
  var currentOutcome: Result<Value, any Error>? {
    guard let promise = self as? _TypedPromise<Value, Failure> else { return result }
    return promise.outcome.map { $0.mapError(widen) }
  }
}

extension _TypedPromise {
  /// Attaches a handler that runs once with the outcome, on the thread that settles the promise.
  ///
  /// The observer retains the promise until it settles, unless the promise is unowned.
  @inlinable
  package final func observe(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    attach(
      inlineObserver(retaining: isUnowned ? nil : self) { source in
        if let outcome = unsafeDowncast(source, to: _TypedPromise.self).outcome { handler(outcome) }
      })
  }
}

/// Returns an observer that always wants the outcome and runs `call` inline. It retains `promise` until then.
@usableFromInline
func inlineObserver(
  retaining promise: AnyPromise?, _ call: @escaping @Sendable (AnyPromise) -> Void
) -> _PromiseObserver {
  let executor = HandlerExecutor(on: nil, flags: nil)
  return ClosureObserver(consumer: nil) { source, event, _ in
    withExtendedLifetime(promise) {
      guard event == .run else {
        source.markObserved()
        return executor  // so that it runs in the context of its promise
      }
      call(source)
      return nil
    }
  }
}
