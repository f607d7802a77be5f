import Dispatch
import PromiseConcurrency

/// The value of a statement.
enum Vertex: Sendable {
  case promise(Promise<Int>)
  case guarantee(Guarantee<Int>)
  case tick(Guarantee<Void>)
  case foreign(ForeignThenable)

  /// The observable outcome.
  var outcome: Outcome? {
    switch self {
    case .promise(let promise): promise.outcome.map { Outcome($0) }
    case .guarantee(let guarantee): guarantee.outcome.map { .value($0.get()) }
    case .tick(let guarantee): guarantee.outcome.map { _ in .value(0) }
    case .foreign(let thenable): thenable.result.map { Outcome($0) }
    }
  }

  /// The promise itself, or one that adopts the outcome.
  var promise: Promise<Int> {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): Promise(guarantee)
    case .tick(let guarantee): Promise(guarantee).map(on: nil) { 0 }
    case .foreign(let thenable): Promise(thenable)
    }
  }

  /// A new promise that adopts the outcome.
  var copy: Promise<Int> { if case .promise(let promise) = self { Promise(promise) } else { promise } }

  var asGuarantee: Guarantee<Int>? { if case .guarantee(let guarantee) = self { guarantee } else { nil } }
  var asTick: Guarantee<Void>? { if case .tick(let guarantee) = self { guarantee } else { nil } }
  var asForeign: ForeignThenable? { if case .foreign(let thenable) = self { thenable } else { nil } }

  var object: AnyObject {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): guarantee
    case .tick(let guarantee): guarantee
    case .foreign(let thenable): thenable
    }
  }

  func cancel() {
    switch self {
    case .promise(let promise): promise.cancel()
    case .guarantee(let guarantee): guarantee.cancel()
    case .tick(let guarantee): guarantee.cancel()
    case .foreign: break
    }
  }

  /// Derives a promise and releases it immediately.
  func attach() {
    switch self {
    case .promise(let promise): _ = promise.map(on: nil) { $0 }
    case .guarantee(let guarantee): _ = guarantee.map(on: nil) { $0 }
    case .tick(let guarantee): _ = guarantee.map(on: nil) { $0 }
    case .foreign: break
    }
  }

  func pipe(_ handler: @escaping @Sendable (Outcome) -> Void) {
    switch self {
    case .promise(let promise): promise.pipe { handler(Outcome($0)) }
    case .guarantee(let guarantee): guarantee.pipe { handler(Outcome($0)) }
    case .tick(let guarantee): guarantee.pipe { handler(Outcome($0.map { 0 })) }
    case .foreign(let thenable): thenable.pipe { handler(Outcome($0)) }
    }
  }

  private var promiseOfAnyType: AnyPromise {
    switch self {
    case .promise(let promise): promise.any
    case .guarantee(let guarantee): guarantee.any
    case .tick(let guarantee): guarantee.any
    case .foreign: fatalError("A foreign thenable has no progress.")
    }
  }

  /// The number of observers, or zero for a foreign thenable.
  var observerCount: Int { asForeign == nil ? promiseOfAnyType.observerCount : 0 }

  /// The completed fraction of the work.
  var progress: Double { promiseOfAnyType.progress.snapshot.fractionCompleted }

  func onProgress(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Double) -> Void) {
    switch self {
    case .promise(let promise): promise.onProgress(on: queue) { handler($0.fractionCompleted) }
    case .guarantee(let guarantee): guarantee.onProgress(on: queue) { handler($0.fractionCompleted) }
    case .tick(let guarantee): guarantee.onProgress(on: queue) { handler($0.fractionCompleted) }
    case .foreign: fatalError("A foreign thenable has no progress.")
    }
  }

  func setWeight(_ weight: Int) { promiseOfAnyType.progress.weight = Int64(weight) }

  func wait(_ mode: WaitMode) async throws -> Int {
    switch self {
    case .promise(let promise): try await promise.wait(mode)
    case .guarantee(let guarantee): try await guarantee.wait(mode)
    case .tick(let guarantee): try await asNumber(guarantee.wait(mode))
    case .foreign(let thenable): try await thenable.promise.wait(mode)
    }
  }

  /// Returns a promise with a time limit.
  func timeout(_ seconds: Double, losers: LoserPolicy = .cancel) -> Promise<Int> {
    switch self {
    case .promise(let promise): promise.timeout(seconds: seconds, losers: losers)
    case .guarantee(let guarantee): guarantee.timeout(seconds: seconds, losers: losers)
    case .tick(let guarantee): guarantee.timeout(seconds: seconds, losers: losers).map(on: nil) { 0 }
    case .foreign(let thenable): thenable.promise.timeout(seconds: seconds, losers: losers)
    }
  }

  var any: any Thenable {
    switch self {
    case .promise(let promise): promise
    case .guarantee(let guarantee): guarantee
    case .tick(let guarantee): guarantee
    case .foreign(let thenable): thenable
    }
  }
}

extension Promise {
  fileprivate func wait(_ mode: WaitMode) async throws -> Value {
    switch mode {
    case .get: try await get()
    case .forwarding: try await get(cancellation: .forward)
    case .timeout: try await get(timeout: 0)
    case .timeoutSparing: try await get(timeout: 0, losers: .spare)
    }
  }
}

extension Guarantee {
  /// Waits with the forms that throw. Unlike `get()`, they do not trap if the guarantee is abandoned.
  fileprivate func wait(_ mode: WaitMode) async throws -> Value {
    switch mode {
    case .get: try await getResult().get()
    case .forwarding: try await getResult(cancellation: .forward).get()
    case .timeout: try await get(timeout: 0)
    case .timeoutSparing: try await get(timeout: 0, losers: .spare)
    }
  }
}

/// A number that represents the value of a vertex.
@Sendable func asNumber(_ value: Any) -> Int { value as? Int ?? 0 }

/// A foreign thenable, which is not a promise of the library.
final class ForeignThenable: Thenable {
  typealias Value = Int
  typealias Callback = @Sendable (Result<Int, any Error>) -> Void

  private struct State: Sendable {
    var result: Result<Int, any Error>?
    var isAbandoned = false
    var callbacks: [Callback] = []
  }

  private let state = Lock(State())

  var result: Result<Int, any Error>? { state.withLock { $0.result } }

  func pipe(to handler: @escaping Callback) {
    let result = state.withLock { state in
      if state.result == nil, !state.isAbandoned { state.callbacks.append(handler) }
      return state.result
    }
    if let result { handler(result) }
  }

  /// Settles the thenable, unless it was settled or abandoned.
  func settle(_ result: Result<Int, any Error>) {
    let callbacks = state.withLock { state -> [Callback] in
      guard state.result == nil, !state.isAbandoned else { return [] }
      state.result = result
      defer { state.callbacks = [] }
      return state.callbacks
    }
    for callback in callbacks { callback(result) }
  }

  /// Releases the callbacks, so that none of them is ever called.
  func abandon() {
    let callbacks = state.withLock { state in
      state.isAbandoned = true
      defer { state.callbacks = [] }
      return state.callbacks
    }
    withExtendedLifetime(callbacks) {}
  }
}

/// A clock with a single timer, which fires when `fire()` is called.
final class ManualTimer: Clock, TimerSource {
  private let wake = Lock<(@Sendable () -> Void)?>(nil)

  /// Fires the timer.
  func fire() {
    let wake = wake.withLock { $0.take() }
    wake?()
  }

  var elapsed: Int64? { nil }

  func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    self.wake.withLock { $0 = wake }
    return { [self] in
      let wake = self.wake.withLock { $0.take() }
      withExtendedLifetime(wake) {}
    }
  }

  // MARK: - Clock

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    fatalError("The library must add a timer without a task.")
  }
}
