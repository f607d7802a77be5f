/// Something that is settled once, with a value or an error: a promise, a guarantee, or a future of your own.
///
/// A handler of `then` may return any thenable. From PromiseKit.
public protocol Thenable<Value>: AnyObject, Sendable {
  /// The type of the value it is fulfilled with.
  associatedtype Value: Sendable

  /// Calls `handler` once with the outcome, now or when there is one, on any thread.
  ///
  /// A `handler` that is released without being called tells those who wait that this thenable was abandoned.
  func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void)

  /// What has become of it; `nil` while it is pending.
  var result: Result<Value, any Error>? { get }
}

extension Thenable {
  /// The name that PromiseKit has for the type of the value.
  public typealias T = Value

  /// The value, if there is one by now.
  public var value: Value? { try? result?.get() }

  /// The error, if there is one by now.
  public var error: (any Error)? {
    if case .failure(let error)? = result { error } else { nil }
  }

  /// Whether there is an outcome by now.
  public var isResolved: Bool { result != nil }

  /// Whether there is none yet.
  public var isPending: Bool { result == nil }

  /// Whether there is a value by now.
  public var isFulfilled: Bool {
    if case .success? = result { true } else { false }
  }

  /// Whether there is an error by now.
  public var isRejected: Bool { error != nil }
}

extension PromiseEngine {
  /// Calls `handler` with the outcome, at once, on whichever thread settles the promise.
  package final func observe(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    attach(
      Observer(consumer: nil) { source, moment, _ in
        // Asks for the inline executor, so that the handler runs in the scope of its promise.
        guard moment == .running else { return .inline }
        if let outcome = unsafeDowncast(source, to: PromiseEngine<Value, Failure>.self).outcome { handler(outcome) }
        return nil
      })
  }
}
