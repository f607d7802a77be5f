// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of PromiseKit 8, to measure the type-checking time of chains written with them. The functions have no
// implementation and are never called.
public import Dispatch

// MARK: Types

public protocol Thenable: AnyObject {
  associatedtype T
  func pipe(to: @escaping (Result<T, any Error>) -> Void)
  var result: Result<T, any Error>? { get }
}

public protocol CatchMixin: Thenable {}

public enum CatchPolicy { case allErrors, allErrorsExceptCancellation }

public struct PMKConfiguration {
  public var Q: (map: DispatchQueue?, `return`: DispatchQueue?) = (nil, nil)
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
  public var logHandler: (LogEvent) -> Void = { _ in }
}

public enum LogEvent {
  case waitOnMainThread, pendingPromiseDeallocated, pendingGuaranteeDeallocated, cauterized(any Error)
}

public enum PMKError: Error {
  case returnedSelf, badInput, cancelled, invalidCallingConvention, emptySequence
}

nonisolated(unsafe) public var conf = PMKConfiguration()

public final class Resolver<T> {
  public func fulfill(_ value: T) { fatalError() }
  public func reject(_ error: any Error) { fatalError() }
  public func resolve(_ result: Result<T, any Error>) { fatalError() }
  public func resolve(_ obj: T?, _ error: (any Error)?) { fatalError() }
  public func resolve(_ obj: T, _ error: (any Error)?) { fatalError() }
  public func resolve(_ error: (any Error)?, _ obj: T?) { fatalError() }
}

public final class Promise<T>: Thenable, CatchMixin {
  public class func value(_ value: T) -> Promise<T> { fatalError() }
  public init(error: any Error) { fatalError() }
  public init<U: Thenable>(_ bridge: U) where U.T == T { fatalError() }
  public init(resolver body: (Resolver<T>) throws -> Void) { fatalError() }
  public class func pending() -> (promise: Promise<T>, resolver: Resolver<T>) { fatalError() }
  public func pipe(to: @escaping (Result<T, any Error>) -> Void) { fatalError() }
  public var result: Result<T, any Error>? { fatalError() }
}

extension Promise where T == Void {
  public convenience init() { fatalError() }
  public static var value: Promise<Void> { fatalError() }
}

public final class Guarantee<T>: Thenable {
  public class func value(_ value: T) -> Guarantee<T> { fatalError() }
  public init(resolver body: (@escaping (T) -> Void) -> Void) { fatalError() }
  public class func pending() -> (guarantee: Guarantee<T>, resolve: (T) -> Void) { fatalError() }
  public func pipe(to: @escaping (Result<T, any Error>) -> Void) { fatalError() }
  public var result: Result<T, any Error>? { fatalError() }
}

extension Guarantee where T == Void {
  public convenience init() { fatalError() }
  public static var value: Guarantee<Void> { fatalError() }
}

public class PMKFinalizer {
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping () -> Void
  ) { fatalError() }
}

// MARK: Thenable

extension Thenable {
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> { fatalError() }
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T) throws -> U
  ) -> Promise<U> { fatalError() }
  public func compactMap<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> { fatalError() }
  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> { fatalError() }
  public func get(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> { fatalError() }
  public func tap(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (Result<T, any Error>) -> Void
  ) -> Promise<T> { fatalError() }
  public func asVoid() -> Promise<Void> { fatalError() }
  public var error: (any Error)? { fatalError() }
  public var value: T? { fatalError() }
  public var isPending: Bool { fatalError() }
  public var isResolved: Bool { fatalError() }
}

extension Thenable where T: Sequence {
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U]> { fatalError() }
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.Iterator.Element]> { fatalError() }
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Iterator.Element) throws -> U?
  ) -> Promise<[U]> { fatalError() }
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> { fatalError() }
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence { fatalError() }
  public func filterValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> { fatalError() }
}

extension Thenable where T: Collection {
  public var firstValue: Promise<T.Iterator.Element> { fatalError() }
  public var lastValue: Promise<T.Iterator.Element> { fatalError() }
  public func firstValue(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> { fatalError() }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil
  ) -> Promise<[T.Iterator.Element]> { fatalError() }
}
