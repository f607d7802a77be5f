import Foundation

/// The errors of google/promises.
public enum PromiseError: Error {
  case timedOut
  case validationFailure
}

public final class Promise<Value>: @unchecked Sendable {
  public typealias Then<Result> = (Value) throws -> Result

  private let lock = NSLock()
  private var outcome: Swift.Result<Value, Error>?
  private var handlers: [(Swift.Result<Value, Error>) -> Void] = []

  init() {}

  public static func pending() -> Promise<Value> { Promise() }

  public convenience init(_ resolution: Value) {
    self.init()
    settle(with: .success(resolution))
  }

  public convenience init(_ resolution: Error) {
    self.init()
    reject(resolution)
  }

  public convenience init(
    on queue: DispatchQueue = .promises,
    _ work: @escaping (@escaping (Value) -> Void, @escaping (Error) -> Void) throws -> Void
  ) {
    self.init()
    nonisolated(unsafe) let work = work
    queue.async { do { try work(self.fulfill, self.reject) } catch { self.reject(error) } }
  }

  public convenience init(on queue: DispatchQueue = .promises, _ work: @escaping () throws -> Value) {
    self.init()
    nonisolated(unsafe) let work = work
    queue.async { do { self.fulfill(try work()) } catch { self.reject(error) } }
  }

  public convenience init(on queue: DispatchQueue = .promises, _ work: @escaping () throws -> Promise<Value>) {
    self.init()
    nonisolated(unsafe) let work = work
    queue.async { do { try work().observe(self.settle) } catch { self.reject(error) } }
  }

  public func fulfill(_ value: Value) {
    // A value that is an error rejects the promise, as in Objective-C.
    if let error = value as? Error { settle(with: .failure(error)) } else { settle(with: .success(value)) }
  }

  public func reject(_ error: Error) { settle(with: .failure(error)) }

  func settle(with result: Swift.Result<Value, Error>) {
    let waiting: [(Swift.Result<Value, Error>) -> Void] = lock.withLock {
      guard outcome == nil else { return [] }
      outcome = result
      defer { handlers = [] }
      return handlers
    }
    for handler in waiting { handler(result) }
  }

  func observe(_ handler: @escaping (Swift.Result<Value, Error>) -> Void) {
    let result: Swift.Result<Value, Error>? = lock.withLock {
      if outcome == nil { handlers.append(handler) }
      return outcome
    }
    if let result { handler(result) }
  }

  var result: Swift.Result<Value, Error>? { lock.withLock { outcome } }
}

extension Promise {
  // The library declares these for its tests. The stand-in makes them public, so that it needs no `@testable`.
  // As in Objective-C, a promise that is fulfilled with `nil` has no value.
  public var value: Value? {
    guard case .success(let value)? = result else { return nil }
    return (value as? OptionalValue)?.isNil == true ? nil : value
  }
  public var error: Error? { if case .failure(let error)? = result { error } else { nil } }
  public var isPending: Bool { result == nil }
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}

extension DispatchQueue {
  nonisolated(unsafe) private static var queue = DispatchQueue.main
  public class var promises: DispatchQueue {
    get { queue }
    set { queue = newValue }
  }
}
