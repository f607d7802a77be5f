import Foundation

public protocol Thenable: AnyObject {
  associatedtype T
  func pipe(to: @escaping (Result<T>) -> Void)
  var result: Result<T>? { get }
}

extension Thenable {
  /// Returns a promise that a handler resolves when this thenable is fulfilled.
  private func derive<U>(
    _ on: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ body: @escaping (T, Promise<U>) throws -> Void
  ) -> Promise<U> {
    let promise = Promise<U>(box: Box())
    pipe { result in
      switch result {
      case .fulfilled(let value):
        on.run(flags) { do { try body(value, promise) } catch { promise.box.seal(.rejected(error)) } }
      case .rejected(let error): promise.box.seal(.rejected(error))
      }
    }
    return promise
  }

  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    derive(on, flags) { value, promise in try body(value).pipe { promise.box.seal($0) } }
  }

  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    derive(on, flags) { value, promise in promise.box.seal(.fulfilled(try transform(value))) }
  }

  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ keyPath: KeyPath<T, U>
  ) -> Promise<U> {
    derive(on, flags) { value, promise in promise.box.seal(.fulfilled(value[keyPath: keyPath])) }
  }

  public func compactMap<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    derive(on, flags) { value, promise in
      guard let new = try transform(value) else { throw PMKError.compactMap(value, U.self) }
      promise.box.seal(.fulfilled(new))
    }
  }

  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    derive(on, flags) { value, promise in promise.box.seal(.fulfilled(try body(value))) }
  }

  public func get(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    map(on: on, flags: flags) {
      try body($0)
      return $0
    }
  }

  public func tap(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    let promise = Promise<T>(box: Box())
    pipe { result in
      on.run(flags) {
        body(result)
        promise.box.seal(result)
      }
    }
    return promise
  }

  public func asVoid() -> Promise<Void> { map(on: nil) { _ in } }

  public var value: T? { if case .fulfilled(let value)? = result { value } else { nil } }
  public var error: Error? { if case .rejected(let error)? = result { error } else { nil } }
  public var isPending: Bool { result == nil }
  public var isResolved: Bool { result != nil }
  public var isFulfilled: Bool { value != nil }
  public var isRejected: Bool { error != nil }
}

extension Thenable where T: Sequence {
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U]> {
    map(on: on, flags: flags) { try $0.map(transform) }
  }

  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) throws -> U?
  ) -> Promise<[U]> {
    map(on: on, flags: flags) { try $0.compactMap(transform) }
  }

  public func filterValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ isIncluded: @escaping (T.Element) -> Bool
  ) -> Promise<[T.Element]> {
    map(on: on, flags: flags) { $0.filter(isIncluded) }
  }

  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T.Element) throws -> U
  ) -> Promise<[U.T]> {
    then(on: on, flags: flags) { when(fulfilled: try $0.map(transform)) }
  }
}

extension Thenable where T: Collection {
  public var firstValue: Promise<T.Element> {
    map(on: nil) {
      guard let first = $0.first else { throw PMKError.emptySequence }
      return first
    }
  }
}

extension Thenable where T: Sequence, T.Element: Comparable {
  public func sortedValues(on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil) -> Promise<[T.Element]> {
    map(on: on, flags: flags) { $0.sorted() }
  }
}
