extension CheckedContinuation where T: Sendable, E == any Error {
  /// Resumes the waiting task with the value or the error of a promise as soon as the promise settles.
  ///
  /// Use this method in code that already has a continuation. Otherwise, call `get()` on the promise: the wait then
  /// ends when the task is canceled, whereas a continuation is resumed only when the promise settles.
  ///
  /// - Parameter thenable: The promise to wait for. If it is abandoned, the task resumes with `PromiseError.abandoned`.
  public func resume(with thenable: some Thenable<T>) {
    thenable.asTyped.whenSettledOrAbandoned { resume(with: $0.finalResult) }
  }
}

extension CheckedContinuation where T: Sendable, E == Never {
  /// Resumes the waiting task with the value of a guarantee as soon as the guarantee is fulfilled.
  ///
  /// If the guarantee is abandoned, the program traps with a message that names its creation site, as it does in
  /// `Guarantee.get()`.
  ///
  /// - Parameter guarantee: The guarantee to wait for.
  public func resume(with guarantee: Guarantee<T>) { guarantee.whenSettled { resume(returning: $0) } }
}

extension UnsafeContinuation where T: Sendable, E == any Error {
  /// Resumes the waiting task with the value or the error of a promise as soon as the promise settles.
  ///
  /// Canceling the task does not end the wait. See `CheckedContinuation.resume(with:)`.
  ///
  /// - Parameter thenable: The promise to wait for. If it is abandoned, the task resumes with `PromiseError.abandoned`.
  public func resume(with thenable: some Thenable<T>) {
    thenable.asTyped.whenSettledOrAbandoned { resume(with: $0.finalResult) }
  }
}

extension UnsafeContinuation where T: Sendable, E == Never {
  /// Resumes the waiting task with the value of a guarantee as soon as the guarantee is fulfilled.
  ///
  /// If the guarantee is abandoned, the program traps with a message that names its creation site.
  ///
  /// - Parameter guarantee: The guarantee to wait for.
  public func resume(with guarantee: Guarantee<T>) { guarantee.whenSettled { resume(returning: $0) } }
}

extension Guarantee {
  /// Calls `handler` with the value, inline, on the thread that fulfills the guarantee. Traps if the guarantee is
  /// abandoned.
  fileprivate func whenSettled(_ handler: @escaping @Sendable (Value) -> Void) {
    typed.whenSettledOrAbandoned { _ in handler(self.outcomeOrStop) }
  }
}

extension TypedPromise {
  /// Calls `handler` when the promise settles or is abandoned. The observer retains the promise until then, unless the
  /// promise is unowned.
  fileprivate func whenSettledOrAbandoned(_ handler: @escaping @Sendable (TypedPromise) -> Void) {
    if !isUnowned { addTarget(.handler { withExtendedLifetime(self) {} }) }
    attach(
      .object(
        ClosureObserver(consumer: nil) { source, _, _ in
          source.markObserved()
          handler(TypedPromise(source))
          return nil
        }))
  }
}
