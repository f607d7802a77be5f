import Foundation

extension Promise {
  func derive<U>(
    on queue: DispatchQueue, _ body: @escaping (Swift.Result<Value, Error>, Promise<U>) throws -> Void
  ) -> Promise<U> {
    let promise = Promise<U>()
    nonisolated(unsafe) let body = body
    observe { result in
      nonisolated(unsafe) let result = result
      queue.async { do { try body(result, promise) } catch { promise.reject(error) } }
    }
    return promise
  }

  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping (Value) throws -> Promise<Result>
  ) -> Promise<Result> {
    derive(on: queue) { result, promise in try work(result.get()).observe(promise.settle) }
  }

  @discardableResult
  public func then<Result>(on queue: DispatchQueue = .promises, _ work: @escaping Then<Result>) -> Promise<Result> {
    derive(on: queue) { result, promise in promise.fulfill(try work(result.get())) }
  }

  @discardableResult
  public func then(on queue: DispatchQueue = .promises, _ work: @escaping (Value) throws -> Void) -> Promise {
    derive(on: queue) { result, promise in
      try work(result.get())
      promise.settle(with: result)
    }
  }

  @discardableResult
  public func `catch`(on queue: DispatchQueue = .promises, _ reject: @escaping (Error) -> Void) -> Promise {
    derive(on: queue) { result, promise in
      if case .failure(let error) = result { reject(error) }
      promise.settle(with: result)
    }
  }

  @discardableResult
  public func always(on queue: DispatchQueue = .promises, _ work: @escaping () -> Void) -> Promise {
    derive(on: queue) { result, promise in
      work()
      promise.settle(with: result)
    }
  }

  @discardableResult
  public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (Error) throws -> Promise
  ) -> Promise {
    derive(on: queue) { result, promise in
      if case .failure(let error) = result {
        try recovery(error).observe(promise.settle)
      } else {
        promise.settle(with: result)
      }
    }
  }

  @discardableResult
  public func recover(on queue: DispatchQueue = .promises, _ recovery: @escaping (Error) throws -> Value) -> Promise {
    derive(on: queue) { result, promise in
      if case .failure(let error) = result {
        promise.fulfill(try recovery(error))
      } else {
        promise.settle(with: result)
      }
    }
  }

  @discardableResult
  public func validate(on queue: DispatchQueue = .promises, _ predicate: @escaping (Value) -> Bool) -> Promise {
    derive(on: queue) { result, promise in
      guard predicate(try result.get()) else { throw PromiseError.validationFailure }
      promise.settle(with: result)
    }
  }

  @discardableResult
  public func delay(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise {
    let promise = Promise()
    observe { result in
      guard case .success = result else { return promise.settle(with: result) }
      nonisolated(unsafe) let result = result
      queue.asyncAfter(deadline: .now() + interval) { promise.settle(with: result) }
    }
    return promise
  }

  @discardableResult
  public func timeout(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise {
    let promise = Promise()
    observe(promise.settle)
    queue.asyncAfter(deadline: .now() + interval) { promise.reject(PromiseError.timedOut) }
    return promise
  }

  @discardableResult
  public func reduce<Element>(
    on queue: DispatchQueue = .promises, _ items: Element..., combine: @escaping (Value, Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    items.reduce(self) { promise, item in promise.then(on: queue) { try combine($0, item) } }
  }
}
