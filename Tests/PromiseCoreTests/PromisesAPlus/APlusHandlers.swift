import Dispatch
import PromiseConcurrency
import TestSupport

/// The operators that take a handler that the specification calls onFulfilled.
enum OnFulfilled: CaseIterable {
  case thenPromise, thenGuarantee, map, get, done

  /// Attaches `body` to a promise.
  func attach<Value>(
    to promise: Promise<Value>, at executor: APlusExecutor, _ body: @escaping @Sendable (Value) throws -> Void
  ) {
    let thenPromise = { @Sendable (value: Value) throws -> Promise<Int> in
      try body(value)
      return .value(1)
    }
    let thenGuarantee = { @Sendable (value: Value) throws -> Guarantee<Int> in
      try body(value)
      return .value(1)
    }
    let mapped = { @Sendable (value: Value) throws -> Int in
      try body(value)
      return 1
    }
    let queue = executor.queue
    switch (self, executor) {
    case (.thenPromise, .implicit): promise.then(thenPromise).catch(on: nil) { _ in }
    case (.thenPromise, _): promise.then(on: queue, thenPromise).catch(on: nil) { _ in }
    case (.thenGuarantee, .implicit): promise.then(thenGuarantee).catch(on: nil) { _ in }
    case (.thenGuarantee, _): promise.then(on: queue, thenGuarantee).catch(on: nil) { _ in }
    case (.map, .implicit): promise.map(mapped).catch(on: nil) { _ in }
    case (.map, _): promise.map(on: queue, mapped).catch(on: nil) { _ in }
    case (.get, .implicit): promise.get(body).catch(on: nil) { _ in }
    case (.get, _): promise.get(on: queue, body).catch(on: nil) { _ in }
    case (.done, .implicit): promise.done(body).catch(on: nil) { _ in }
    case (.done, _): promise.done(on: queue, body).catch(on: nil) { _ in }
    }
  }

  /// Attaches `body` to a guarantee with an operator that returns a guarantee.
  func attach<Value>(
    to guarantee: Guarantee<Value>, at executor: APlusExecutor, _ body: @escaping @Sendable (Value) -> Void
  ) {
    let thenGuarantee = { @Sendable (value: Value) -> Guarantee<Int> in
      body(value)
      return .value(1)
    }
    let mapped = { @Sendable (value: Value) -> Int in
      body(value)
      return 1
    }
    let queue = executor.queue
    switch (self, executor) {
    case (.thenPromise, _): attach(to: Promise(guarantee), at: executor, body)
    case (.thenGuarantee, .implicit): _ = guarantee.then(thenGuarantee)
    case (.thenGuarantee, _): _ = guarantee.then(on: queue, thenGuarantee)
    case (.map, .implicit): _ = guarantee.map(mapped)
    case (.map, _): _ = guarantee.map(on: queue, mapped)
    case (.get, .implicit): guarantee.get(body)
    case (.get, _): guarantee.get(on: queue, body)
    case (.done, .implicit): guarantee.done(body)
    case (.done, _): guarantee.done(on: queue, body)
    }
  }
}

/// The operators that take a handler that the specification calls onRejected.
enum OnRejected: CaseIterable {
  case recoverPromise, recoverGuarantee, `catch`

  /// Attaches `body` to a promise.
  func attach(to promise: Promise<Void>, at executor: APlusExecutor, _ body: @escaping @Sendable (any Error) -> Void) {
    let recoverPromise = { @Sendable (error: any Error) throws -> Promise<Void> in
      body(error)
      return Promise()
    }
    let recoverGuarantee = { @Sendable (error: any Error) -> Guarantee<Void> in
      body(error)
      return Guarantee()
    }
    let queue = executor.queue
    switch (self, executor) {
    case (.recoverPromise, .implicit): _ = promise.recover(policy: .allErrors, recoverPromise)
    case (.recoverPromise, _): _ = promise.recover(on: queue, policy: .allErrors, recoverPromise)
    case (.recoverGuarantee, .implicit): promise.recover(recoverGuarantee)
    case (.recoverGuarantee, _): promise.recover(on: queue, recoverGuarantee)
    case (.catch, .implicit): promise.catch(policy: .allErrors, body)
    case (.catch, _): promise.catch(on: queue, policy: .allErrors, body)
    }
  }
}

/// The ways in which a promise can be resolved with a thenable.
enum Resolution: CaseIterable {
  /// A handler returns the thenable.
  case then, recover
  /// The body of `firstly` returns the thenable.
  case firstlyBody
  /// An initializer receives the thenable.
  case initializer
  /// The operator is called on the thenable itself.
  case direct

  /// Returns a promise that is resolved with `x`. If a handler is involved, it runs on `queue`.
  func resolve<X: Thenable>(with x: X, on queue: DispatchQueue? = nil) -> Promise<X.Value> {
    switch self {
    case .then: Promise.value(0).then(on: queue) { _ in x }
    case .recover: Promise<X.Value>(error: TestError.two).recover(on: queue) { _ in x }
    case .firstlyBody: firstly { x }
    case .initializer: Promise(x)
    case .direct: x.promise.map(on: queue) { $0 }
    }
  }
}
