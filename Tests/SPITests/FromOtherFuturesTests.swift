import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

// What Migration.md shows of Hydra and BrightFutures: as it was, and as it is.

/// What Hydra looks like from outside, as far as it is shown.
private enum Hydra {
  enum Context {
    case main
    case background

    var queue: DispatchQueue { self == .main ? .main : .global() }
  }

  final class Operation: Sendable {}

  /// Stands upon a promise of this library's, which is what it becomes.
  struct Promise<Value: Sendable>: Sendable {
    fileprivate let promise: PromiseCore.Promise<Value>

    init(
      in context: Context, _ body: @escaping (@escaping (Value) -> Void, @escaping (Error) -> Void, Operation) -> Void
    ) {
      promise = .init { resolver in
        context.queue.async { body(resolver.fulfill, resolver.reject, Operation()) }
      }
    }

    fileprivate init(_ promise: PromiseCore.Promise<Value>) { self.promise = promise }

    @discardableResult
    func then(in context: Context, _ body: @escaping @Sendable (Value) -> Void) -> Promise<Value> {
      .init(promise.get(on: context.queue, body))
    }

    @discardableResult
    func `catch`(in context: Context, _ body: @escaping @Sendable (Error) -> Void) -> Promise<Value> {
      .init(promise.catch(on: context.queue, body))
    }
  }
}

/// What BrightFutures looks like from outside, as far as it is shown.
private enum BrightFutures {
  struct Promise<Value: Sendable, E: Error>: Sendable {
    private let pending = PromiseCore.Promise<Value>.pending()

    var future: Future<Value, E> { Future(promise: pending.0) }
    func success(_ value: Value) { pending.1.fulfill(value) }
    func failure(_ error: E) { pending.1.reject(error) }
  }

  struct Future<Value: Sendable, E: Error>: Sendable {
    fileprivate let promise: PromiseCore.Promise<Value>

    @discardableResult
    func onSuccess(_ body: @escaping @Sendable (Value) -> Void) -> Future<Value, E> {
      .init(promise: promise.get(on: .main, body))
    }

    @discardableResult
    func onFailure(_ body: @escaping @Sendable (E) -> Void) -> Future<Value, E> {
      .init(promise: promise.catch(on: .main) { body($0 as! E) })
    }
  }
}

private class Screen: @unchecked Sendable {
  let log = Log<String>()

  func show(_ text: String) { log(text) }
}

private final class WithHydra: Screen, @unchecked Sendable {
  typealias Promise = Hydra.Promise

  func user(_ id: Int) -> Promise<User> {
    Promise<User>(in: .background) { resolve, reject, _ in
      fetch(id) { user, error in
        if let user { resolve(user) } else { reject(error!) }
      }
    }
  }

  @discardableResult
  func greet(_ id: Int) -> Promise<User> {
    user(id)
      .then(in: .main) { self.show("Hello, \($0.name)") }
      .catch(in: .main) { self.show("\($0)") }
  }
}

private final class WithBrightFutures: Screen, @unchecked Sendable {
  typealias Promise = BrightFutures.Promise
  typealias Future = BrightFutures.Future

  func user(_ id: Int) -> Future<User, TestError> {
    let promise = Promise<User, TestError>()
    fetch(id) { user, error in
      if let user { promise.success(user) } else { promise.failure(error as! TestError) }
    }
    return promise.future
  }

  @discardableResult
  func greet(_ id: Int) -> Future<User, TestError> {
    user(id)
      .onSuccess { self.show("Hello, \($0.name)") }
      .onFailure { self.show("\($0)") }
  }
}

private final class After: Screen, @unchecked Sendable {
  func user(_ id: Int) -> Promise<User> {
    wrap { handler in fetch(id, completion: handler) }
  }

  @discardableResult
  func greet(_ id: Int) -> Promise<User> {
    user(id)
      .get(on: .main) { self.show("Hello, \($0.name)") }
      .catch(on: .main) { self.show("\($0)") }
  }
}

@Suite(.timeLimit(.minutes(5))) struct FromOtherFuturesTests {
  @Test func allThreeShowTheSame() async {
    let hydra = WithHydra()
    let brightFutures = WithBrightFutures()
    let after = After()
    for id in 0...1 {
      _ = await hydra.greet(id).promise.getResult()
      _ = await brightFutures.greet(id).promise.getResult()
      _ = await after.greet(id).getResult()
    }
    for screen in [hydra, brightFutures, after] { #expect(screen.log.entries == ["one", "Hello, user 1"]) }
  }
}
