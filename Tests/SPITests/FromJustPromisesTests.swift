import Dispatch
import Foundation
import PromiseCore
import TestSupport
import Testing

// The code of "From JustPromises and other futures" in Migration.md.

/// The part of the interface of JustPromises for Swift that the example uses.
private enum JustPromises {
  static let queue = OperationQueue()

  enum FutureState<Value> {
    case unresolved
    case result(Value)
    case error(any Error)
    case cancelled
  }

  /// A promise is an operation, which begins when it is added to a queue.
  class Promise<Value>: Operation, @unchecked Sendable {
    private let block: (Promise<Value>) -> Void
    private let isDone = DispatchSemaphore(value: 0)
    var retryCount = 0

    var futureState = FutureState<Value>.unresolved {
      didSet {
        if case .error = futureState, retryCount > 0 {
          retryCount -= 1
          return block(self)
        }
        isDone.signal()
      }
    }

    init(_ block: @escaping (Promise<Value>) -> Void) { self.block = block }

    override func main() {
      block(self)
      isDone.wait()
    }

    func await() -> Promise<Value> { enqueue(self, JustPromises.queue) }

    func continuation<Next>(_ block: (Promise<Value>) -> Promise<Next>) -> Promise<Next> {
      enqueue(block(self), JustPromises.queue)
    }

    @discardableResult
    func continuationWithResult(onQueue queue: OperationQueue, _ block: @escaping (Value) -> Void) -> Promise<Value> {
      forward(queue) { if case .result(let value) = $0 { block(value) } }
    }

    @discardableResult
    func continuationWithError(onQueue queue: OperationQueue, _ block: @escaping (any Error) -> Void)
      -> Promise<Value>
    {
      forward(queue) { if case .error(let error) = $0 { block(error) } }
    }

    private func forward(_ queue: OperationQueue, _ observe: @escaping (FutureState<Value>) -> Void) -> Promise<Value> {
      let next = Promise<Value> { promise in
        observe(self.futureState)
        promise.futureState = self.futureState
      }
      return enqueue(next, queue)
    }

    private func enqueue<Next>(_ promise: Promise<Next>, _ queue: OperationQueue) -> Promise<Next> {
      if promise !== self { promise.addDependency(self) }
      queue.addOperation(promise)
      return promise
    }
  }
}

private struct Screen {
  let log = Log<String>()

  func show(_ text: String) { log(text) }
}

private final class Before: @unchecked Sendable {
  typealias Promise = JustPromises.Promise
  let screen = Screen()

  func user(_ id: Int) -> Promise<User> {
    Promise<User> { promise in
      fetch(id) { user, error in
        promise.futureState = user.map { .result($0) } ?? .error(error!)
      }
    }
  }

  func greeting(of user: Promise<User>) -> Promise<String> {
    Promise<String> { promise in
      switch user.futureState {
      case .result(let user): promise.futureState = .result("Hello, \(user.name)")
      case .error(let error): promise.futureState = .error(error)
      case .cancelled: promise.futureState = .cancelled
      case .unresolved: promise.futureState = .unresolved
      }
    }
  }

  @discardableResult
  func greet(_ id: Int) -> Promise<String> {
    let user = user(id)
    user.retryCount = 2
    return user.await()
      .continuation { user in self.greeting(of: user) }
      .continuationWithResult(onQueue: .main) { self.screen.show($0) }
      .continuationWithError(onQueue: .main) { self.screen.show("\($0)") }
  }
}

private final class After: Sendable {
  let screen = Screen()

  func user(_ id: Int) -> Promise<User> {
    wrap { handler in fetch(id, completion: handler) }
  }

  func greeting(of user: User) -> String { "Hello, \(user.name)" }

  @discardableResult
  func greet(_ id: Int) -> Promise<String> {
    retry(attempts: 2, delay: 0) { self.user(id) }
      .map(on: nil) { user in self.greeting(of: user) }
      .get(on: .main) { self.screen.show($0) }
      .catch(on: .main) { self.screen.show("\($0)") }
  }
}

@Suite(.sharingProcessors) struct FromJustPromisesTests {
  @Test func `code for JustPromises shows greetings and errors`() async {
    let before = Before()
    for id in 0...1 {
      let greeting = before.greet(id)
      await withCheckedContinuation { continuation in
        let end = BlockOperation { continuation.resume() }
        end.addDependency(greeting)
        JustPromises.queue.addOperation(end)
      }
    }
    #expect(before.screen.log.entries == ["one", "Hello, user 1"])
  }

  @Test func `migrated code shows greetings and errors`() async throws {
    let after = After()
    _ = await after.greet(0).getResult()
    _ = try await after.greet(1).get()
    #expect(after.screen.log.entries == ["one", "Hello, user 1"])
  }
}
