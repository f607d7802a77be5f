extension CheckedContinuation where T: Sendable, E == any Error {
  /// Resumes the waiting task with what becomes of a promise, as soon as there is something.
  ///
  /// For code that has a continuation. Whoever can wait for the promise itself has `get()`, which can be cancelled.
  ///
  /// - Parameter thenable: A promise. If it is abandoned, the task resumes with
  ///   `PromiseError.abandoned`.
  public func resume(with thenable: some Thenable<T>) { thenable.whenSettled { resume(with: $0) } }
}

extension CheckedContinuation where T: Sendable, E == Never {
  /// Resumes the waiting task with the value of a guarantee, as soon as there is one.
  ///
  /// If the guarantee is abandoned, the program stops with a message that names where it was made, as it does when it
  /// is awaited.
  public func resume(with guarantee: Guarantee<T>) { guarantee.whenSettled { resume(returning: $0) } }
}

extension UnsafeContinuation where T: Sendable, E == any Error {
  /// Resumes the waiting task with what becomes of a promise, as soon as there is something.
  ///
  /// - Parameter thenable: A promise. If it is abandoned, the task resumes with
  ///   `PromiseError.abandoned`.
  public func resume(with thenable: some Thenable<T>) { thenable.whenSettled { resume(with: $0) } }
}

extension UnsafeContinuation where T: Sendable, E == Never {
  /// Resumes the waiting task with the value of a guarantee, as soon as there is one.
  ///
  /// If the guarantee is abandoned, the program stops with a message that names where it was made.
  public func resume(with guarantee: Guarantee<T>) { guarantee.whenSettled { resume(returning: $0) } }
}

extension Thenable {
  /// Calls `handler` with the outcome, at once, on whichever thread settles this; also if it is abandoned.
  fileprivate func whenSettled(_ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    _promise.whenOver { handler($0.finalResult) }
  }
}

extension Guarantee {
  /// Calls `handler` with the value, at once, on whichever thread fulfils this; stops the program if nobody can.
  fileprivate func whenSettled(_ handler: @escaping @Sendable (Value) -> Void) {
    whenOver { _ in handler(self.outcomeOrStop) }
  }
}

extension _TypedPromise {
  fileprivate func whenOver(_ handler: @escaping @Sendable (_TypedPromise) -> Void) {
    if !isUnowned { addTarget(.handler { withExtendedLifetime(self) {} }) }
    attach(
      ClosureObserver(consumer: nil) { source, _, _ in
        source.markObserved()
        handler(unsafeDowncast(source, to: _TypedPromise.self))
        return nil
      })
  }
}
