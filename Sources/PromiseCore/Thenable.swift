/// An object that is settled once, with a value or an error: a promise, a guarantee, or a future of your own.
///
/// A handler of `then` may return any thenable.
public protocol Thenable<Value>: AnyObject, Sendable {
  /// The type of the value it is fulfilled with.
  associatedtype Value: Sendable
  /// What it can be rejected with: any error, or `Never`, as for a guarantee.
  associatedtype Failure: Error = any Error
  /// PromiseKit's name of the type of the value.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "Value") typealias T = Value
  /// Calls a handler once with the outcome, immediately if there is one, on any thread.
  ///
  /// A handler of a promise runs on the thread that settles it. It is a consumer that never leaves: the promise is not
  /// canceled because its other consumers are. A `handler` that is released without being called means that the
  /// thenable was abandoned.
  func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void)

  /// The outcome; `nil` while it is pending. A lock-free snapshot.
  ///
  /// Reading an error counts as having seen it: it is not reported as unhandled.
  var result: Result<Value, any Error>? { get }

  /// What the operators are attached to: the promise or the guarantee itself, or a promise that follows somebody else's
  /// thenable.
  ///
  /// There is a default for thenables of your own; you need not write it.
  var _promise: _TypedPromise<Value, Failure> { get }
}

extension Thenable where Failure == any Error {
  /// A promise that settles as this thenable does.
  public var _promise: _TypedPromise<Value, any Error> { Promise(self) }
}

extension _TypedPromise {
  /// The promise or the guarantee itself.
  @inlinable
  public final var _promise: _TypedPromise<Value, Failure> { self }

  /// Calls a handler with the outcome, on the thread that settles the promise.
  @inlinable
  public final func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    observe { handler($0.mapError(widen)) }
  }

  /// The outcome; `nil` while the promise is pending.
  @inlinable
  public final var result: Result<Value, any Error>? {
    guard let outcome else { return nil }
    markObserved()
    return outcome.mapError(widen)
  }
}

extension Thenable {
  /// The promise itself, if it is one, or one that follows the thenable.
  @usableFromInline
  var asPromise: Promise<Value> {
    if let promise = self as? Promise<Value> { return promise }
    guard let promise = self as? AnyPromise else { return Promise(self) }
    return Promise(adopting: self, promise.site)  // for reports, at the creation site of the guarantee
  }

  /// The value; `nil` unless it is fulfilled. A snapshot.
  public var value: Value? { try? result?.get() }

  /// The error; `nil` unless it is rejected. A snapshot. Reading it counts as having seen it: it is not reported as
  /// unhandled.
  public var error: (any Error)? {
    if case .failure(let error)? = result { error } else { nil }
  }

  /// Whether it is fulfilled or rejected. A snapshot.
  public var isSettled: Bool { glance != nil }

  /// Whether it has no outcome yet. A snapshot.
  public var isPending: Bool { glance == nil }

  /// Whether it is fulfilled with a value. A snapshot.
  public var isFulfilled: Bool {
    if case .success? = glance { true } else { false }
  }

  /// Whether it is rejected with an error. A snapshot.
  public var isRejected: Bool {
    if case .failure? = glance { true } else { false }
  }

  /// Whether it is rejected with an error that means cancellation. A snapshot.
  public var isCancelled: Bool {
    if case .failure(let error)? = glance { error.isCancelled } else { false }
  }

  /// The outcome, without having seen an error: to know that there is one is not to deal with it.
  @usableFromInline
  var glance: Result<Value, any Error>? {
    guard let promise = self as? _TypedPromise<Value, Failure> else { return result }
    return promise.outcome.map { $0.mapError(widen) }
  }
}

extension _TypedPromise {
  /// Calls `handler` with the outcome on the thread that settles the promise.
  ///
  /// The observer keeps the promise alive until it settles, unless the promise is unowned.
  @inlinable
  package final func observe(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    attach(
      listener(keeping: isUnowned ? nil : self) { source in
        if let outcome = unsafeDowncast(source, to: _TypedPromise.self).outcome { handler(outcome) }
      })
  }
}

/// Returns an observer that always wants the outcome, and runs inline. It releases `promise` with the outcome.
@usableFromInline
func listener(
  keeping promise: AnyPromise?, _ call: @escaping @Sendable (AnyPromise) -> Void
) -> _PromiseObserver {
  ClosureObserver(consumer: nil) { source, event, _ in
    withExtendedLifetime(promise) {
      guard event == .run else {
        source.markObserved()
        return .inline  // so that it runs in the context of its promise
      }
      call(source)
      return nil
    }
  }
}
