// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The Swift declarations of google/promises 2.4. The functions have no implementation and are never called.
public import Dispatch
public import Foundation

// MARK: Types

public final class Promise<Value> {
  public typealias Async = (@escaping (Value) -> Void, @escaping (any Error) -> Void) throws -> Void
  public typealias Do<T> = () throws -> T
  public typealias Then<Result> = (Value) throws -> Result
  public typealias Catch = (any Error) -> Void
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>

  public static func pending() -> Promise<Value> { fatalError() }
  public init() { fatalError() }
  public init(_ error: any Error) { fatalError() }
  public init(_ work: @autoclosure () throws -> Value) { fatalError() }
  public init(on queue: DispatchQueue = .promises, _ work: @escaping Async) { fatalError() }
  public init<T>(on queue: DispatchQueue = .promises, _ work: @escaping Do<T>) { fatalError() }
  public init<T>(on queue: DispatchQueue = .promises, _ work: @escaping Do<Promise<T>>) { fatalError() }
  public func fulfill(_ resolution: Value) { fatalError() }
  public func reject(_ error: any Error) { fatalError() }
  public var value: Value? { fatalError() }
  public var error: (any Error)? { fatalError() }
}

public enum Maybe<Value> {
  case value(Value)
  case error(any Error)
  public var value: Value? { fatalError() }
  public var error: (any Error)? { fatalError() }
}

extension DispatchQueue {
  public static var promises: DispatchQueue {
    get { fatalError() }
    set { fatalError() }
  }
}

// MARK: Operators

extension Promise {
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Promise<Result>>
  ) -> Promise<Result> { fatalError() }
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Result>
  ) -> Promise<Result> { fatalError() }
  @discardableResult
  public func then(on queue: DispatchQueue = .promises, _ work: @escaping Then<Void>) -> Promise { fatalError() }
  @discardableResult
  public func `catch`(on queue: DispatchQueue = .promises, _ reject: @escaping Catch) -> Promise { fatalError() }
  @discardableResult
  public func always(on queue: DispatchQueue = .promises, _ work: @escaping () -> Void) -> Promise { fatalError() }
  @discardableResult
  public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (any Error) throws -> Promise
  ) -> Promise { fatalError() }
  @discardableResult
  public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (any Error) throws -> Value
  ) -> Promise { fatalError() }
  @discardableResult
  public func validate(
    on queue: DispatchQueue = .promises, _ predicate: @escaping (Value) -> Bool
  ) -> Promise { fatalError() }
  @discardableResult
  public func timeout(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise { fatalError() }
  public func delay(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise<Value> { fatalError() }
  @discardableResult
  public func reduce<Element>(
    on queue: DispatchQueue = .promises, _ items: Element..., combine reducer: @escaping Reducer<Element>
  ) -> Promise<Value> { fatalError() }
  @discardableResult
  public func reduce<Container: Sequence>(
    on queue: DispatchQueue = .promises, _ items: Container, _ reducer: @escaping Reducer<Container.Element>
  ) -> Promise<Value> { fatalError() }
}

// MARK: Functions

public func all<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
) -> Promise<[Value]> { fatalError() }
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container
) -> Promise<[Value]> where Container.Element == Promise<Value> { fatalError() }
public func all<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>
) -> Promise<(A, B)> { fatalError() }
public func all<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>, _ promiseC: Promise<C>
) -> Promise<(A, B, C)> { fatalError() }
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>, _ promiseC: Promise<C>,
  _ promiseD: Promise<D>
) -> Promise<(A, B, C, D)> { fatalError() }

public func any<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
) -> Promise<[Maybe<Value>]> { fatalError() }
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> { fatalError() }
public func any<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>
) -> Promise<(Maybe<A>, Maybe<B>)> { fatalError() }
public func any<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>, _ promiseC: Promise<C>
) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> { fatalError() }

public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
) -> Promise<Value> { fatalError() }
public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: [Promise<Value>]
) -> Promise<Value> { fatalError() }

public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value { fatalError() }

public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts count: Int = 1, delay interval: TimeInterval = 1,
  condition predicate: ((_ count: Int, _ error: any Error) -> Bool)? = nil,
  _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> { fatalError() }

public func wrap(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping () -> Void) throws -> Void
) -> Promise<Any?> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<Value1, Value2>(
  on queue: DispatchQueue = .promises,
  _ work: @escaping (@escaping (Value1?, Value2?, (any Error)?) -> Void) throws -> Void
) -> Promise<(Value1?, Value2?)> { fatalError() }
