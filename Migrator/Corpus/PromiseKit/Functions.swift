import Foundation

public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  do { return Promise(try body()) } catch { return Promise(error: error) }
}

public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { body() }

public func after(seconds: TimeInterval) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(box: Box())
  DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { guarantee.box.seal(()) }
  return guarantee
}

public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(box: Box())
  DispatchQueue.global().asyncAfter(deadline: .now() + interval) { guarantee.box.seal(()) }
  return guarantee
}

public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let promise = Promise<U.T>(box: Box())
  for thenable in thenables { thenable.pipe { promise.box.seal($0) } }
  return promise
}

public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
  let promise = Promise<[U.T]>(box: Box())
  let left = Counter(thenables.count)
  if thenables.isEmpty { promise.box.seal(.fulfilled([])) }
  for thenable in thenables {
    thenable.pipe { result in
      switch result {
      case .fulfilled: if left.decrement() { promise.box.seal(.fulfilled(thenables.map { $0.value! })) }
      case .rejected(let error): promise.box.seal(.rejected(error))
      }
    }
  }
  return promise
}

public func when<U: Thenable, V: Thenable>(fulfilled u: U, _ v: V) -> Promise<(U.T, V.T)> {
  when(fulfilled: [u.asVoid(), v.asVoid()]).map(on: nil) { _ in (u.value!, v.value!) }
}

public func when<T>(resolved promises: Promise<T>...) -> Guarantee<[Result<T>]> { when(resolved: promises) }

public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  let guarantee = Guarantee<[Result<T>]>(box: Box())
  let left = Counter(promises.count)
  if promises.isEmpty { guarantee.box.seal([]) }
  for promise in promises {
    promise.pipe { _ in if left.decrement() { guarantee.box.seal(promises.map { $0.result! }) } }
  }
  return guarantee
}

/// A number that several threads count down.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count: Int

  init(_ count: Int) { self.count = count }

  /// Returns whether the number has become zero.
  func decrement() -> Bool {
    lock.withLock {
      count -= 1
      return count == 0
    }
  }
}
