// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The second part of the declarations of PromiseKit 8: errors, guarantees, and functions.
public import Dispatch

// MARK: Errors

extension CatchMixin {
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer { fatalError() }
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T { fatalError() }
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> { fatalError() }
  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping () -> Void
  ) -> Promise<T> { fatalError() }
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> { fatalError() }
  @discardableResult
  public func cauterize() -> PMKFinalizer { fatalError() }
}

extension CatchMixin where T == Void {
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> { fatalError() }
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> { fatalError() }
}

// MARK: Guarantee

extension Guarantee {
  @discardableResult
  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> { fatalError() }
  public func get(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> { fatalError() }
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> U
  ) -> Guarantee<U> { fatalError() }
  @discardableResult
  public func then<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> { fatalError() }
  public func asVoid() -> Guarantee<Void> { fatalError() }
}

extension Guarantee where T: Sequence {
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T.Element) -> U
  ) -> Guarantee<[U]> { fatalError() }
  public func thenMap<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> { fatalError() }
  public func filterValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping (T.Element) -> Bool
  ) -> Guarantee<[T.Element]> { fatalError() }
}

// MARK: Functions

public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> { fatalError() }
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { fatalError() }

public func after(seconds: Double) -> Guarantee<Void> { fatalError() }
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> { fatalError() }

public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> { fatalError() }
public func when<U: Thenable>(fulfilled promises: U...) -> Promise<Void> where U.T == Void { fatalError() }
public func when<U: Thenable>(fulfilled promises: [U]) -> Promise<Void> where U.T == Void { fatalError() }
public func when<U: Thenable, V: Thenable>(fulfilled pu: U, _ pv: V) -> Promise<(U.T, V.T)> { fatalError() }
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W
) -> Promise<(U.T, V.T, W.T)> { fatalError() }
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X
) -> Promise<(U.T, V.T, W.T, X.T)> { fatalError() }
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int
) -> Promise<[It.Element.T]> where It.Element: Thenable { fatalError() }
public func when<T>(resolved promises: Promise<T>...) -> Guarantee<[Result<T, any Error>]> { fatalError() }
public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T, any Error>]> { fatalError() }
public func when(_ guarantees: Guarantee<Void>...) -> Guarantee<Void> { fatalError() }
public func when(guarantees: [Guarantee<Void>]) -> Guarantee<Void> { fatalError() }
public func when<T>(guarantees: [Guarantee<T>]) -> Guarantee<[T]> { fatalError() }

public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> { fatalError() }
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> { fatalError() }
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> { fatalError() }
