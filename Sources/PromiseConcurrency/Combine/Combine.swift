// This file uses public API only, so that it can also be compiled against another module in place of Combine.
#if canImport(Combine)
  public import Combine

  extension Thenable {
    /// Returns a Combine future with the same outcome.
    ///
    /// Canceling a subscription does not cancel the promise, because a future is not notified when its subscribers
    /// cancel.
    ///
    /// - Returns: A future that delivers the value, or fails with the error, on the thread that settles the promise.
    public func future() -> Future<Value, any Error> {
      Future { settle in
        // Only the thread that settles the promise calls it, once.
        nonisolated(unsafe) let settle = settle
        self.pipe { settle($0) }
      }
    }
  }

  extension Guarantee {
    /// Returns a Combine future with the same value.
    ///
    /// Canceling a subscription does not cancel the guarantee.
    ///
    /// - Returns: A future that delivers the value on the thread that fulfills the guarantee.
    public func future() -> Future<Value, Never> {
      Future { settle in
        // Only the thread that fulfills the guarantee calls it, once.
        nonisolated(unsafe) let settle = settle
        self.done(on: nil) { settle(.success($0)) }
      }
    }
  }

  extension Publisher where Output: Sendable {
    /// Returns a promise of the publisher's first value.
    ///
    /// This method subscribes to the publisher immediately and cancels the subscription after the first value.
    /// Canceling the promise cancels the subscription as well. If the publisher is released without completing, the
    /// promise stays pending.
    ///
    /// - Returns: A promise that is fulfilled with the first value, or rejected with the publisher's error. If the
    ///   publisher finishes without a value, the promise is rejected with `PromiseError.emptySequence`.
    public func promise(file: StaticString = #fileID, line: UInt = #line) -> PromiseConcurrency.Promise<Output> {
      .init(
        resolver: { (resolver: Resolver<Output>) in
          let subscription = FirstValue()
          resolver.onCancel { subscription.end() }
          subscription.hold(
            first().sink(
              receiveCompletion: { completion in
                switch completion {
                // It also finishes after the value.
                case .finished: if resolver.promise.isPending { resolver.reject(PromiseError.emptySequence) }
                case .failure(let error): resolver.reject(error)
                }
                subscription.end()
              },
              receiveValue: { value in
                resolver.fulfill(value)
                subscription.end()
              }))
        }, file: file, line: line)
    }
  }

  extension Publisher where Output: Sendable, Failure == Never {
    /// Returns a guarantee of the publisher's first value.
    ///
    /// This method subscribes to the publisher immediately and cancels the subscription after the first value.
    /// Canceling the guarantee has no effect.
    ///
    /// - Returns: A guarantee that is fulfilled with the first value. If the publisher finishes without a value, the
    ///   guarantee is abandoned.
    public func guarantee(file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Output> {
      Guarantee(
        resolver: { seal in
          let subscription = FirstValue()
          subscription.hold(
            first().sink(
              receiveCompletion: { _ in subscription.end() },
              receiveValue: { value in
                seal(value)
                subscription.end()
              }))
        }, file: file, line: line)
    }
  }

  /// A subscription that ends with the first value, which may arrive before `hold(_:)` is called.
  private final class FirstValue: Sendable {
    private struct State: @unchecked Sendable {
      // Guarded by the lock.
      var cancellable: AnyCancellable?
      var hasEnded = false
    }

    private let state = Lock(State())

    /// Retains the subscription until its first value has arrived. Cancels it immediately if the value has already
    /// arrived.
    func hold(_ cancellable: AnyCancellable) {
      // The caller transfers it and does not use it again.
      nonisolated(unsafe) let cancellable = cancellable
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.cancellable = cancellable }
        return state.hasEnded
      }
      if hasEnded { cancellable.cancel() }
    }

    /// Cancels and releases the subscription. It may be called before `hold(_:)`.
    func end() {
      let old = state.withLock { state in
        state.hasEnded = true
        return State(cancellable: state.cancellable.take())
      }
      old.cancellable?.cancel()
    }
  }
#endif
