import Foundation

public final class Guarantee<T>: Thenable, @unchecked Sendable {
  let box: Box<T>

  init(box: Box<T>) { self.box = box }

  public static func value(_ value: T) -> Guarantee<T> { Guarantee(box: Box(value)) }

  public init(resolver body: (@escaping (T) -> Void) -> Void) {
    box = Box()
    let box = box
    body { box.seal($0) }
  }

  public class func pending() -> (guarantee: Guarantee<T>, resolve: (T) -> Void) {
    let guarantee = Guarantee(box: Box())
    return (guarantee, { guarantee.box.seal($0) })
  }

  public func pipe(to: @escaping (Result<T>) -> Void) { box.pipe { to(.fulfilled($0)) } }
  public var result: Result<T>? { box.value.map { .fulfilled($0) } }

  @discardableResult
  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    map(on: on, flags: flags) { body($0) }
  }

  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping (T) -> U
  ) -> Guarantee<U> {
    let guarantee = Guarantee<U>(box: Box())
    box.pipe { value in on.run(flags) { guarantee.box.seal(transform(value)) } }
    return guarantee
  }

  @discardableResult
  public func then<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    let guarantee = Guarantee<U>(box: Box())
    box.pipe { value in on.run(flags) { body(value).box.pipe { guarantee.box.seal($0) } } }
    return guarantee
  }

  public func async() async -> T {
    await withCheckedContinuation { continuation in
      box.pipe {
        nonisolated(unsafe) let value = $0
        continuation.resume(returning: value)
      }
    }
  }
}

extension DispatchQueue {
  public func async<T>(_: PMKNamespacer, execute body: @escaping () throws -> T) -> Promise<T> {
    let promise = Promise<T>(box: Box())
    nonisolated(unsafe) let body = body
    async { promise.box.seal(Result(body)) }
    return promise
  }
}

extension NotificationCenter {
  /// PromiseKit's addition, which CocoaPods provides in the module PromiseKit.
  public func observe(once name: Notification.Name, object: Any? = nil) -> Guarantee<Notification> {
    let (guarantee, fulfill) = Guarantee<Notification>.pending()
    nonisolated(unsafe) let resolve = fulfill
    let id = addObserver(forName: name, object: object, queue: nil) { resolve($0) }
    nonisolated(unsafe) let observer = id
    guarantee.done(on: nil) { _ in self.removeObserver(observer) }
    return guarantee
  }
}
