/// What settles a promise. From PromiseKit.
///
/// The first call counts, from whichever thread; later ones do nothing. When the last reference to a resolver goes
/// and it was never called, nobody could settle its promise any more: the promise is rejected with
/// ``PromiseError/abandoned(file:line:)``, so that whoever waits for it goes on, and ``PromiseDiagnostics`` is told.
public final class Resolver<Value: Sendable>: Sendable {
  /// The name that PromiseKit has for the type of the value.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "Value")
  public typealias T = Value

  /// The promise that this resolver settles.
  public let promise: Promise<Value>

  @inlinable
  init(_ promise: Promise<Value>) {
    self.promise = promise
    promise.noteHandedOut()
  }

  deinit { promise.loseResolver { .abandonedPromise(file: $0.file, line: $0.line) } }

  /// Fulfils the promise with a value.
  @inlinable
  public func fulfill(_ value: Value) { promise.settle(.success(value)) }

  /// Rejects the promise with an error.
  @inlinable
  public func reject(_ error: any Error) { promise.settle(.failure(error)) }

  /// Settles the promise with a result.
  @inlinable
  public func resolve(_ result: Result<Value, any Error>) { promise.settle(result) }

  /// Settles the promise with a result.
  @inlinable
  public func resolve<E: Error>(_ result: Result<Value, E>) { promise.settle(result.mapError { $0 }) }

  /// Settles the promise as a callback with an optional value and an optional error was called.
  ///
  /// An error counts more than a value. Neither: ``PromiseError/invalidCallingConvention``.
  @inlinable
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let value {
      fulfill(value)
    } else {
      reject(PromiseError.invalidCallingConvention)
    }
  }

  /// Settles the promise as a callback with a value and an optional error was called: an error counts more.
  @inlinable
  public func resolve(_ value: Value, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(value) }
  }

  /// Settles the promise as a callback with an optional error and an optional value was called.
  ///
  /// An error counts more than a value. Neither: ``PromiseError/invalidCallingConvention``.
  @inlinable
  public func resolve(_ error: (any Error)?, _ value: Value?) { resolve(value, error) }

  // MARK: Cancellation

  /// Whether the promise was cancelled before it was settled, so that the work is not wanted any more.
  public var isCancelled: Bool { promise.isCancelRequested }

  /// Calls `handler` when the promise is cancelled before it is settled; at once if it has been.
  ///
  /// Let it not capture the resolver, which it would keep from being released, and so from being found abandoned. There
  /// may be several; each is called at most once, on the thread that cancels. They are released when the promise is
  /// settled.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) { promise.addTarget(.userHandler(handler)) }
}

extension Resolver where Value == Void {
  /// Fulfils the promise.
  public func fulfill() { fulfill(()) }

  /// Settles the promise as a callback with an optional error was called.
  @inlinable
  public func resolve(_ error: (any Error)?) { resolve((), error) }
}
