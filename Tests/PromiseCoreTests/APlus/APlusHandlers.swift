import Dispatch
import PromiseConcurrency
import TestSupport

/// The operators that take what the specification calls onFulfilled.
enum OnFulfilled: CaseIterable {
  case thenPromise, thenGuarantee, map, get, done

  /// Attaches `body` to a promise.
  func attach<Value>(
    to promise: Promise<Value>, at place: Place, _ body: @escaping @Sendable (Value) throws -> Void
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
    let queue = place.queue
    switch (self, place) {
    case (.thenPromise, .whereItIsWritten): promise.then(thenPromise).catch(on: nil) { _ in }
    case (.thenPromise, _): promise.then(on: queue, thenPromise).catch(on: nil) { _ in }
    case (.thenGuarantee, .whereItIsWritten): promise.then(thenGuarantee).catch(on: nil) { _ in }
    case (.thenGuarantee, _): promise.then(on: queue, thenGuarantee).catch(on: nil) { _ in }
    case (.map, .whereItIsWritten): promise.map(mapped).catch(on: nil) { _ in }
    case (.map, _): promise.map(on: queue, mapped).catch(on: nil) { _ in }
    case (.get, .whereItIsWritten): promise.get(body).catch(on: nil) { _ in }
    case (.get, _): promise.get(on: queue, body).catch(on: nil) { _ in }
    case (.done, .whereItIsWritten): promise.done(body).catch(on: nil) { _ in }
    case (.done, _): promise.done(on: queue, body).catch(on: nil) { _ in }
    }
  }

  /// Attaches `body` to a guarantee, by the operators that return a guarantee.
  func attach<Value>(to guarantee: Guarantee<Value>, at place: Place, _ body: @escaping @Sendable (Value) -> Void) {
    let thenGuarantee = { @Sendable (value: Value) -> Guarantee<Int> in
      body(value)
      return .value(1)
    }
    let mapped = { @Sendable (value: Value) -> Int in
      body(value)
      return 1
    }
    let queue = place.queue
    switch (self, place) {
    case (.thenPromise, _): attach(to: Promise(guarantee), at: place, body)
    case (.thenGuarantee, .whereItIsWritten): guarantee.then(thenGuarantee)
    case (.thenGuarantee, _): guarantee.then(on: queue, thenGuarantee)
    case (.map, .whereItIsWritten): _ = guarantee.map(mapped)
    case (.map, _): _ = guarantee.map(on: queue, mapped)
    case (.get, .whereItIsWritten): guarantee.get(body)
    case (.get, _): guarantee.get(on: queue, body)
    case (.done, .whereItIsWritten): guarantee.done(body)
    case (.done, _): guarantee.done(on: queue, body)
    }
  }
}

/// The operators that take what the specification calls onRejected.
enum OnRejected: CaseIterable {
  case recoverPromise, recoverGuarantee, `catch`

  /// Attaches `body` to a promise.
  func attach(to promise: Promise<Void>, at place: Place, _ body: @escaping @Sendable (any Error) -> Void) {
    let recoverPromise = { @Sendable (error: any Error) throws -> Promise<Void> in
      body(error)
      return Promise()
    }
    let recoverGuarantee = { @Sendable (error: any Error) -> Guarantee<Void> in
      body(error)
      return Guarantee()
    }
    let queue = place.queue
    switch (self, place) {
    case (.recoverPromise, .whereItIsWritten): _ = promise.recover(policy: .allErrors, recoverPromise)
    case (.recoverPromise, _): _ = promise.recover(on: queue, policy: .allErrors, recoverPromise)
    case (.recoverGuarantee, .whereItIsWritten): promise.recover(recoverGuarantee)
    case (.recoverGuarantee, _): promise.recover(on: queue, recoverGuarantee)
    case (.catch, .whereItIsWritten): promise.catch(policy: .allErrors, body)
    case (.catch, _): promise.catch(on: queue, policy: .allErrors, body)
    }
  }
}

/// The ways in which something comes to be what a promise is resolved with.
enum Resolution: CaseIterable {
  /// A handler returned it.
  case then, recover
  /// Work returned it.
  case startOfAChain
  /// Somebody asked for it.
  case following
  /// It was itself asked for an operator.
  case itself

  /// A promise that is resolved with `x`; by a handler that runs on `queue`, if there is one in between.
  func resolve<X: Thenable>(with x: X, on queue: DispatchQueue? = nil) -> Promise<X.Value> {
    switch self {
    case .then: Promise.value(0).then(on: queue) { _ in x }
    case .recover: Promise<X.Value>(error: TestError.two).recover(on: queue) { _ in x }
    case .startOfAChain: firstly { x }
    case .following: Promise(x)
    case .itself: x.map(on: queue) { $0 }
    }
  }
}
