package import PromiseCore

extension Promise {
  /// Creates a promise of an event that may never happen, such as a notification.
  ///
  /// Unlike a resolver, `fulfill` does not retain the promise. When the promise settles or is deallocated, the function
  /// that `observe` returned is released.
  ///
  /// - Parameter observe: A closure that begins to observe the event. It returns the function that ends the observation
  ///   when the promise is canceled; what that function captures must end it when it is released.
  package static func untilReleased(
    file: StaticString, line: UInt,
    _ observe: (_ fulfill: @escaping @Sendable (Value) -> Void) -> @Sendable () -> Void
  ) -> Promise {
    let promise = Promise(site: CreationSite(file, line), context: .ofNewPromise())
    // Foundation calls `fulfill` on any thread. The lock shows Thread Sanitizer, which does not see Foundation's locks,
    // that the promise has been created before.
    let reference = Lock(WeakReference<Value>())
    reference.withLock { $0.promise = promise }
    promise.addTarget(
      .userHandler(observe { value in _ = reference.withLock { $0.promise }?.settle(.success(value)) }))
    return promise
  }
}

/// A reference that does not retain its promise.
private struct WeakReference<Value: Sendable>: Sendable {
  weak var promise: Promise<Value>?
}
