import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A `deinit` that settles a promise, or calls code that throws, while another promise settles or within a handler that
/// releases the last reference.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct SettlingDeinitTests {
  /// What an object does in its `deinit`.
  enum DeinitAction: CaseIterable {
    case fulfills, rejects, catchesError, throwsInHandler
  }

  final class SettlingObject: Sendable {
    private let action: DeinitAction
    private let resolver: Resolver<Int>

    init(_ action: DeinitAction, _ resolver: Resolver<Int>) { (self.action, self.resolver) = (action, resolver) }

    deinit {
      switch action {
      case .fulfills: resolver.fulfill(1)
      case .rejects: resolver.reject(TestError.one)
      case .catchesError: do { try Self.fail() } catch { resolver.reject(error) }
      case .throwsInHandler:
        Promise.value(1).map(on: nil) { _ in try Self.fail() }.catch(on: nil) { [resolver] in resolver.reject($0) }
      }
    }

    private static func fail() throws { throw TestError.one }

    func touch() {}
  }

  /// Expects that a promise has the outcome that the object's `deinit` action produces.
  private func expect(
    _ promise: Promise<Int>, _ action: DeinitAction, _ sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    switch (await promise.getResult(), action) {
    case (.success(1), .fulfills): break
    case (.failure(TestError.one), .rejects), (.failure(TestError.one), .catchesError),
      (.failure(TestError.one), .throwsInHandler):
      break
    case (let result, _): Issue.record("\(action): \(result)", sourceLocation: sourceLocation)
    }
  }

  // MARK: While a promise settles

  /// The handler retains the object, runs, and is released.
  @Test(arguments: DeinitAction.allCases, ExecutorKind.allCases)
  func `a handler that ran releases an object that settles another promise`(
    _ action: DeinitAction, _ executor: ExecutorKind
  ) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let handler = promise.map(on: executor.queue) { [object = SettlingObject(action, otherResolver)] number in
      object.touch()
      return number
    }
    let sibling = promise.map(on: executor.queue) { $0 + 1 }
    resolver.fulfill(1)
    await expect(other, action)
    #expect(try await handler.get() == 1)
    #expect(try await sibling.get() == 2)
  }

  /// The handler retains the object and is released without running, because the promise is rejected.
  @Test(arguments: DeinitAction.allCases, ExecutorKind.allCases)
  func `a handler released without running releases an object that settles another promise`(
    _ action: DeinitAction, _ executor: ExecutorKind
  ) async {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let handler = promise.done(on: executor.queue) { [object = SettlingObject(action, otherResolver)] _ in
      object.touch()
    }
    let sibling = promise.map(on: executor.queue) { $0 + 1 }
    resolver.reject(TestError.two)
    await expect(other, action)
    await #expect(throws: TestError.two) { try await handler.get() }
    await #expect(throws: TestError.two) { try await sibling.get() }
  }

  /// The object is a value that arrives after its promise has settled.
  @Test(arguments: DeinitAction.allCases)
  func `a value that arrives after the promise settled is released and settles another promise`(_ action: DeinitAction)
    async
  {
    let (promise, resolver) = Promise<SettlingObject?>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    resolver.fulfill(nil)
    resolver.fulfill(SettlingObject(action, otherResolver))
    #expect(promise.isFulfilled && other.isSettled)
    await expect(other, action)
  }

  /// A handler of the promise that the object settles retains the object. The promise is already settled or canceled.
  @Test(arguments: DeinitAction.allCases, [false, true])
  func `settling the same promise from the deinit of a handler's object has no effect`(
    _ action: DeinitAction, _ isCancelled: Bool
  ) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let notified = Log<Int>()
    resolver.onCancel { notified(1) }
    let handler = promise.map(on: nil) { [object = SettlingObject(action, resolver)] number in
      object.touch()
      return number
    }
    let sibling = promise.map(on: nil) { $0 + 1 }
    if isCancelled {
      promise.cancel()
      #expect(handler.isCancelled && sibling.isCancelled && notified.entries == [1])
    } else {
      resolver.fulfill(5)
      #expect(handler.value == 5 && sibling.value == 6 && notified.count == 0)
    }
  }

  // MARK: Within a handler

  /// A handler releases the last reference to the object. Observers of the promise that it settles run afterwards.
  @Test(arguments: DeinitAction.allCases, ExecutorKind.allCases)
  func `a handler may release the last reference to an object that settles another promise`(
    _ action: DeinitAction, _ executor: ExecutorKind
  ) async throws {
    let queue = executor.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let box = Lock<SettlingObject?>(SettlingObject(action, otherResolver))
    let observer = other.ensure(on: queue) { log("observer") }
    let handler = promise.map(on: queue) { number in
      do { _ = box.withLock { $0.take() } }
      #expect(other.isSettled)
      log("released")
      return number
    }
    resolver.fulfill(1)
    #expect(try await handler.get() == 1)
    await expect(other, action)
    await expect(observer, action)
    switch executor {
    case .inline: #expect(log.entries == ["observer", "released"])
    case .serialQueue: #expect(log.entries == ["released", "observer"])
    case .concurrentQueue: #expect(log.entries.sorted() == ["observer", "released"])
    }
  }

  /// A handler releases the last reference to a pending promise, and with it the promise's handler and the object.
  @Test(arguments: DeinitAction.allCases, ExecutorKind.allCases)
  func `a handler may release a pending promise and with it an object that settles another promise`(
    _ action: DeinitAction, _ executor: ExecutorKind
  ) async throws {
    let (other, otherResolver) = Promise<Int>.pending()
    let hold = { @Sendable () -> Resolver<Int> in
      let (held, resolver) = Promise<Int>.pending()
      let object = SettlingObject(action, otherResolver)
      held.done(on: nil) { _ in object.touch() }.catch(on: nil) { _ in }
      return resolver
    }
    let box = Lock<Resolver<Int>?>(silently { hold() })
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: executor.queue) { number in
      do { _ = box.withLock { $0.take() } }
      #expect(other.isSettled)
      return number
    }
    resolver.fulfill(1)
    #expect(try await handler.get() == 1)
    await expect(other, action)
  }

  /// The handler releases the last reference to an object that settles the promise that the handler returns.
  @Test(arguments: DeinitAction.allCases, ExecutorKind.allCases)
  func `a deinit may settle the promise that the running handler returns`(
    _ action: DeinitAction, _ executor: ExecutorKind
  ) async {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.then(on: executor.queue) { _ in
      let (other, otherResolver) = Promise<Int>.pending()
      do { SettlingObject(action, otherResolver).touch() }
      #expect(other.isSettled)
      return other
    }
    resolver.fulfill(1)
    await expect(whole, action)
  }
}
