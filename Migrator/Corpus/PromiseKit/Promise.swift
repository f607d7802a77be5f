import Foundation

public final class Promise<T>: Thenable, CatchMixin, @unchecked Sendable {
  let box: Box<Result<T>>

  init(box: Box<Result<T>>) { self.box = box }

  public static func value(_ value: T) -> Promise<T> { Promise(box: Box(.fulfilled(value))) }

  public init(error: Error) { box = Box(.rejected(error)) }

  public init<U: Thenable>(_ bridge: U) where U.T == T {
    box = Box()
    let box = box
    bridge.pipe { box.seal($0) }
  }

  public init(resolver body: (Resolver<T>) throws -> Void) {
    box = Box()
    do { try body(Resolver(box)) } catch { box.seal(.rejected(error)) }
  }

  public class func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    let promise = Promise(box: Box())
    return (promise, Resolver(promise.box))
  }

  public func pipe(to: @escaping (Result<T>) -> Void) { box.pipe(to) }
  public var result: Result<T>? { box.value }

  /// Blocks this thread until the promise is resolved.
  public func wait() throws -> T {
    let done = DispatchSemaphore(value: 0)
    pipe { _ in done.signal() }
    done.wait()
    switch result! {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    }
  }

  public func async() async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      pipe {
        switch $0 {
        case .fulfilled(let value):
          nonisolated(unsafe) let value = value
          continuation.resume(returning: value)
        case .rejected(let error): continuation.resume(throwing: error)
        }
      }
    }
  }
}

extension Promise where T == Void {
  public convenience init() { self.init(box: Box(.fulfilled(()))) }
}

public final class Resolver<T>: @unchecked Sendable {
  private let box: Box<Result<T>>

  init(_ box: Box<Result<T>>) { self.box = box }

  public func fulfill(_ value: T) { box.seal(.fulfilled(value)) }
  public func reject(_ error: Error) { box.seal(.rejected(error)) }
  public func resolve(_ result: Result<T>) { box.seal(result) }

  public func resolve(_ value: T?, _ error: Error?) {
    if let error {
      reject(error)
    } else if let value {
      fulfill(value)
    } else {
      reject(PMKError.invalidCallingConvention)
    }
  }
}

extension Resolver where T == Void {
  public func fulfill() { fulfill(()) }
  public func fulfill_() { fulfill(()) }
}
