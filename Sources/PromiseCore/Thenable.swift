/// An object that settles once, with a value or an error: a promise, a guarantee, or your own kind of future.
///
/// A handler of `then` may return any thenable. To use the operators on your own type, implement ``pipe(to:)`` and
/// ``result``.
public protocol Thenable<Value>: AnyObject, Sendable {
  /// The type of the value that the thenable is fulfilled with.
  associatedtype Value: Sendable

  /// The type of the promise that continues a chain with the thenable: `Guarantee` for a guarantee, and `Promise` for any
  /// other. A type of your own keeps the default.
  ///
  /// Operators that are the same for promises and guarantees name this type in place of having a form for each. With two
  /// forms, the compiler reports a mistake in a later step as a mistake in the first.
  associatedtype Chained: Thenable = Promise<Value> where Chained.Value == Value

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

  /// The promise or the guarantee itself, or `nil` for a thenable of your own, for which this is the default.
  var _anyPromise: AnyPromise? { get }
}

extension Thenable {
  /// `nil`: the thenable is neither a promise nor a guarantee.
  @inlinable
  public var _anyPromise: AnyPromise? { nil }

  /// A promise that adopts the outcome of the thenable: the thenable itself if it is a promise.
  ///
  /// Thenables of your own have no operators. Write this property before the first one: `download.promise.map { … }`.
  /// Canceling a promise that adopts the outcome cancels the thenable only if that is a guarantee without another
  /// consumer.
  public var promise: Promise<Value> {
    guard let any = asAny else { return Promise(self) }
    // Reports name the creation site of the guarantee.
    return any.isGuarantee ? Promise(adopting: self, any.site) : any.unerased(to: Promise<Value>.self)
  }

  /// The promise or the guarantee itself, or `nil` for a foreign thenable, also for one that names the promise of another
  /// object: the type of that promise's value would not be known.
  @inlinable
  package var asAny: AnyPromise? {
    guard let any = _anyPromise, any.id == ObjectIdentifier(self) else { return nil }
    return any
  }

  /// Whether this is the type of a guarantee.
  @_alwaysEmitIntoClient
  static var isGuarantee: Bool { self == Guarantee<Value>.self as Any.Type }

  /// Returns a promise, or a guarantee if this is the type of one, as the type that continues a chain.
  @_alwaysEmitIntoClient
  static func chained(_ promise: AnyObject) -> Chained {
    guard let chained = promise as? Chained else {
      // trap: thenable-with-its-own-chained
      fatalError(
        "\(Self.self).Chained must be Promise<\(Value.self)>, the default. Remove the declaration of `Chained`.")
    }
    return chained
  }

  /// The thenable itself if it is a promise or a guarantee, and otherwise a promise that adopts its outcome. A guarantee,
  /// too, is referred to as something that might be rejected.
  @usableFromInline
  package var asTyped: TypedPromise<Value, any Error> { TypedPromise(asAny ?? Promise(self).any) }
}

extension Thenable {
  // MARK: - Snapshots

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
  @inlinable
  public var isSettled: Bool { asAny?.isSettled ?? (result != nil) }

  /// Whether the thenable has no outcome yet. The value is a snapshot.
  @inlinable
  public var isPending: Bool { !isSettled }

  /// Whether the thenable is fulfilled with a value. The value is a snapshot.
  @inlinable
  public var isFulfilled: Bool {
    if let promise = asAny { return promise.isFulfilled }
    return if case .success? = result { true } else { false }
  }

  /// Whether the thenable is rejected with an error. The value is a snapshot.
  ///
  /// Reading this property does not count as observing the error.
  @inlinable
  public var isRejected: Bool {
    if let promise = asAny { return promise.isRejected }
    return if case .failure? = result { true } else { false }
  }

  /// Whether the thenable is rejected with an error that represents cancellation. The value is a snapshot.
  public var isCancelled: Bool {
    if let promise = asAny { return promise.isCancelled }
    return if case .failure(let error)? = result { error.isCancelled } else { false }
  }
}
