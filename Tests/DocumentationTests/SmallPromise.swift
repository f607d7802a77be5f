import Dispatch
import Synchronization
import TestSupport
import Testing

/// A promise in its simplest form, which CONTRIBUTING.md shows.
final class SmallPromise<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>
  typealias Observer = @Sendable (Outcome) -> Void

  private enum State {
    case pending([Observer])
    case settled(Outcome)
  }
  private let state = Mutex(State.pending([]))

  /// Settles the promise, unless it is settled.
  func settle(_ outcome: Outcome) {
    let observers: [Observer] = state.withLock { state in
      guard case .pending(let observers) = state else { return [] }
      state = .settled(outcome)
      return observers
    }
    for observer in observers { observer(outcome) }  // after the lock, because an observer may use this promise
  }

  /// Calls an observer once with the outcome: now, or when the promise settles.
  func observe(_ observer: @escaping Observer) {
    let outcome: Outcome? = state.withLock { state in
      switch state {
      case .settled(let outcome):
        return outcome
      case .pending(let observers):
        state = .pending(observers + [observer])
        return nil
      }
    }
    if let outcome { observer(outcome) }
  }

  /// Returns a promise that adopts the promise that the handler returns. An error skips the handler.
  func then<U>(
    on queue: DispatchQueue, _ handler: @escaping @Sendable (Value) throws -> SmallPromise<U>
  ) -> SmallPromise<U> {
    let derived = SmallPromise<U>()
    observe { outcome in
      queue.async {
        do { try handler(outcome.get()).observe(derived.settle) } catch { derived.settle(.failure(error)) }
      }
    }
    return derived
  }

  func get() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in observe { continuation.resume(with: $0) } }
  }
}

@Suite(.sharingProcessors) struct SmallPromiseTests {
  private let queue = DispatchQueue(label: "small promise")

  private func settled<Value>(_ outcome: Result<Value, any Error>) -> SmallPromise<Value> {
    let promise = SmallPromise<Value>()
    promise.settle(outcome)
    return promise
  }

  @Test func `a chain is fulfilled with the value of its last step`() async throws {
    let promise = SmallPromise<Int>()
    let text = promise.then(on: queue) { settled(.success($0 + 1)) }.then(on: queue) { settled(.success("\($0)")) }
    promise.settle(.success(1))
    promise.settle(.success(2))
    #expect(try await text.get() == "2")
  }

  @Test func `an error skips the handlers`() async {
    let calls = Log<Int>()
    let last = settled(Result<Int, any Error>.failure(TestError.one)).then(on: queue) { number in
      calls(number)
      return settled(.success(number))
    }
    await #expect(throws: TestError.one) { try await last.get() }
    #expect(calls.entries.isEmpty)
  }
}
