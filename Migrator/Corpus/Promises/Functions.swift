import Foundation

/// The outcome of a promise that `any` waited for.
public enum Maybe<Value> {
  case value(Value)
  case error(Error)

  public var value: Value? { if case .value(let value) = self { value } else { nil } }
  public var error: Error? { if case .error(let error) = self { error } else { nil } }
}

/// Calls a handler when all promises have settled.
private func settle<Value>(_ promises: [Promise<Value>], _ handler: @escaping () -> Void) {
  let group = DispatchGroup()
  for promise in promises {
    group.enter()
    promise.observe { _ in group.leave() }
  }
  nonisolated(unsafe) let handler = handler
  group.notify(queue: .global()) { handler() }
}

public func all<Value>(on queue: DispatchQueue = .promises, _ promises: [Promise<Value>]) -> Promise<[Value]> {
  let all = Promise<[Value]>()
  for promise in promises { promise.observe { if case .failure(let error) = $0 { all.reject(error) } } }
  settle(promises) {
    let values = promises.compactMap { try? $0.result?.get() }
    if values.count == promises.count { all.fulfill(values) }
  }
  return all
}

public func all<A, B>(
  on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>
) -> Promise<(A, B)> {
  a.then(on: queue) { a in b.then(on: queue) { b in Promise<(A, B)>((a, b)) } }
}

public func any<Value>(on queue: DispatchQueue = .promises, _ promises: [Promise<Value>]) -> Promise<[Maybe<Value>]> {
  let any = Promise<[Maybe<Value>]>()
  settle(promises) {
    let results = promises.map { $0.result! }
    let values = results.compactMap { try? $0.get() }
    guard !values.isEmpty || results.isEmpty else {
      if case .failure(let error)? = results.first { any.reject(error) }
      return
    }
    any.fulfill(
      results.map { result -> Maybe<Value> in
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): .error(error)
        }
      })
  }
  return any
}

public func race<Value>(on queue: DispatchQueue = .promises, _ promises: Promise<Value>...) -> Promise<Value> {
  let first = Promise<Value>()
  for promise in promises { promise.observe(first.settle) }
  return first
}

public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts: Int = 1, delay: TimeInterval = 1,
  condition: ((Int, Error) -> Bool)? = nil, _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> {
  Promise<Value>(on: queue) { try work() }.recover(on: queue) { error -> Promise<Value> in
    guard attempts > 0, condition?(attempts, error) ?? true else { throw error }
    return Promise<Void>(()).delay(on: queue, delay).then(on: queue) {
      retry(on: queue, attempts: attempts - 1, delay: delay, condition: condition, work)
    }
  }
}

public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value, Error?) -> Void) throws -> Void
) -> Promise<Value> {
  Promise<Value>(on: queue) { fulfill, reject in
    try work { value, error in if let error { reject(error) } else { fulfill(value) } }
  }
}

public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value) -> Void) throws -> Void
) -> Promise<Value> {
  Promise<Value>(on: queue) { fulfill, _ in try work { fulfill($0) } }
}

/// Blocks this thread until a promise settles.
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  promise.observe { _ in done.signal() }
  done.wait()
  return try promise.result!.get()
}
