import Foundation

public protocol CatchMixin: Thenable {}

public class PMKFinalizer {
  let pending = Guarantee<Void>.pending()

  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping () -> Void
  ) {
    pending.guarantee.done(on: on, flags: flags) { body() }
  }
}

extension CatchMixin {
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, _ body: @escaping (Error) -> Void
  ) -> PMKFinalizer {
    let finalizer = PMKFinalizer()
    pipe { result in
      guard case .rejected(let error) = result, policy == .allErrors || !error.isCancelled else {
        return finalizer.pending.resolve(())
      }
      on.run(flags) {
        body(error)
        finalizer.pending.resolve(())
      }
    }
    return finalizer
  }

  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, _ body: @escaping (Error) throws -> U
  ) -> Promise<T> where U.T == T {
    let promise = Promise<T>(box: Box())
    pipe { result in
      guard case .rejected(let error) = result, policy == .allErrors || !error.isCancelled else {
        return promise.box.seal(result)
      }
      on.run(flags) {
        do { try body(error).pipe { promise.box.seal($0) } } catch { promise.box.seal(.rejected(error)) }
      }
    }
    return promise
  }

  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    let guarantee = Guarantee<T>(box: Box())
    pipe { result in
      switch result {
      case .fulfilled(let value): guarantee.box.seal(value)
      case .rejected(let error): on.run(flags) { body(error).box.pipe { guarantee.box.seal($0) } }
      }
    }
    return guarantee
  }

  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping () -> Void
  ) -> Promise<T> {
    tap(on: on, flags: flags) { _ in body() }
  }

  public func cauterize() { self.catch { _ in } }
}

extension CatchMixin where T == Void {
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (Error) -> Void
  ) -> Guarantee<Void> {
    recover(on: on, flags: flags) { error -> Guarantee<Void> in
      body(error)
      return .value(())
    }
  }
}
