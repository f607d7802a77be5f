// Uses nothing but what is public, so that it can be compiled elsewhere with another module in the place of Combine.
#if canImport(Combine)
  public import Combine

  extension Thenable {
    /// A Combine future of the same outcome. From PromiseKit.
    ///
    /// The promise keeps working when subscribers cancel: a future has no way to say so.
    public func future() -> Future<Value, any Error> {
      Future { settle in
        // Called once, by whoever settles the promise.
        nonisolated(unsafe) let settle = settle
        self.pipe { settle($0) }
      }
    }
  }

  extension Guarantee {
    /// A Combine future of the same value. From PromiseKit.
    public func future() -> Future<Value, Never> {
      Future { settle in
        // Called once, by whoever fulfils the guarantee.
        nonisolated(unsafe) let settle = settle
        self.done(on: nil) { settle(.success($0)) }
      }
    }
  }

  extension Publisher where Output: Sendable {
    /// A promise of the first value. From PromiseKit, where only futures have it.
    ///
    /// - Returns: A promise. If the publisher finishes without a value, it is rejected with
    ///   `PromiseError.emptySequence`. Cancelling it cancels the subscription. A publisher that is released without a
    ///   word keeps it pending.
    public func promise(file: StaticString = #fileID, line: UInt = #line) -> PromiseConcurrency.Promise<Output> {
      .init(
        resolver: { (resolver: Resolver<Output>) in
          let subscription = FirstValue()
          resolver.onCancel { subscription.end() }
          subscription.hold(
            first().sink(
              receiveCompletion: { completion in
                switch completion {
                case .finished: resolver.reject(PromiseError.emptySequence)
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
    /// A guarantee of the first value. From PromiseKit, where only futures have it.
    ///
    /// If the publisher finishes without a value, the guarantee is abandoned. Cancelling it has no effect.
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

  /// A subscription that lasts until its first value, which may come before the subscription is known.
  private final class FirstValue: Sendable {
    private struct State: @unchecked Sendable {
      // Guarded by the mutex.
      var cancellable: AnyCancellable?
      var isOver = false
    }

    private let state = Lock(State())

    func hold(_ cancellable: AnyCancellable) {
      // Handed over, once.
      nonisolated(unsafe) let cancellable = cancellable
      let isOver = state.withLock { state in
        if !state.isOver { state.cancellable = cancellable }
        return state.isOver
      }
      if isOver { cancellable.cancel() }
    }

    func end() {
      let old = state.withLock { state in
        state.isOver = true
        return State(cancellable: state.cancellable.take())
      }
      old.cancellable?.cancel()
    }
  }
#endif
