/// An object that settles a promise.
///
/// The first call to `fulfill`, `reject` or `resolve` settles the promise; later calls have no effect. You may call
/// these methods from any thread.
///
/// When the last reference to a resolver is released while its promise is pending, the promise is abandoned: it is
/// rejected with ``PromiseError/abandoned(file:line:)``, so that its consumers do not wait forever, and it is reported
/// to ``PromiseDiagnostics``.
public final class Resolver<Value: Sendable>: Sendable {
  /// The promise that this resolver settles.
  public let promise: Promise<Value>

  /// Creates the resolver of `promise`.
  @inlinable
  package init(_ promise: Promise<Value>) {
    self.promise = promise
    promise.any.noteHandedOut()
  }

  deinit { promise.any.releaseResolver { .abandonedPromise(file: $0.file, line: $0.line) } }

  /// Fulfills the promise with a value.
  ///
  /// - Parameter value: The value of the promise.
  @inlinable @Sendable
  public func fulfill(_ value: Value) {
    if !promise.settle(.success(value)) { promise.any.noteSecondAnswer(nil) }
  }

  /// Rejects the promise with an error.
  ///
  /// - Parameter error: The error of the promise.
  @inlinable @Sendable
  public func reject(_ error: any Error) {
    if !promise.settle(.failure(error)) { promise.any.noteSecondAnswer(error) }
  }

  /// Settles the promise with the outcome in a result.
  ///
  /// - Parameter result: The outcome: a success fulfills the promise, and a failure rejects it.
  @inlinable @Sendable
  public func resolve(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }

  /// Settles the promise with the outcome in a result that has a concrete error type.
  ///
  /// - Parameter result: The outcome: a success fulfills the promise, and a failure rejects it.
  @inlinable @Sendable
  public func resolve<E: Error>(_ result: Result<Value, E>) { resolve(result.mapError { $0 }) }

  /// Settles the promise with the arguments of a completion handler that takes an optional value and an optional error.
  ///
  /// - Parameters:
  ///   - value: The value to fulfill the promise with if there is no error.
  ///   - error: The error to reject the promise with. It takes precedence over a value. If both arguments are `nil`,
  ///     the promise is rejected with ``PromiseError/invalidCallingConvention``.
  @inlinable @Sendable
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let value {
      fulfill(value)
    } else {
      reject(PromiseError.invalidCallingConvention)
    }
  }

  /// Settles the promise with the arguments of a completion handler that takes a value and an optional error.
  ///
  /// - Parameters:
  ///   - value: The value to fulfill the promise with if there is no error.
  ///   - error: The error to reject the promise with. It takes precedence over the value.
  @inlinable @Sendable
  public func resolve(_ value: Value, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(value) }
  }

  /// Settles the promise with the arguments of a completion handler that takes an optional error and an optional value.
  ///
  /// - Parameters:
  ///   - error: The error to reject the promise with. It takes precedence over a value. If both arguments are `nil`,
  ///     the promise is rejected with ``PromiseError/invalidCallingConvention``.
  ///   - value: The value to fulfill the promise with if there is no error.
  @inlinable @Sendable
  public func resolve(_ error: (any Error)?, _ value: Value?) { resolve(value, error) }

  // MARK: Cancellation

  /// Whether the promise was canceled while it was pending.
  ///
  /// If it was, its outcome is no longer wanted. Long-running work can check this property to stop early.
  public var isCancelled: Bool { promise.isCancelRequested }

  /// Attaches a handler that runs when the promise is canceled while it is pending.
  ///
  /// If the promise has already been canceled, the handler runs immediately, on the calling thread. Use the handler to
  /// stop the underlying work. You may attach several handlers. Each runs at most once, on the thread that cancels the
  /// promise, and is released when the promise settles.
  ///
  /// - Parameter handler: The cancellation handler. It must not capture the resolver, because that would keep the
  ///   resolver alive, and the promise would never be recognized as abandoned.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) { promise.addTarget(.userHandler(handler)) }
}

extension Resolver where Value == Void {
  /// Fulfills the promise.
  @Sendable public func fulfill() { fulfill(()) }

  /// Settles the promise with the argument of a completion handler that takes an optional error.
  ///
  /// - Parameter error: The error to reject the promise with, or `nil` to fulfill the promise.
  @inlinable @Sendable
  public func resolve(_ error: (any Error)?) { resolve((), error) }
}
