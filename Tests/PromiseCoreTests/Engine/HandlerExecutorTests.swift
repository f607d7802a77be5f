// Also tests: ActorTasks, IsolationErasure.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A handler runs on the given queue or else where it was written: on its actor, or on the default queue.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct HandlerExecutorTests {
  @MainActor final class Screen {
    var lines: [String] = []

    /// Uses the actor's state without `await`. That this compiles is part of the test.
    func load(_ promise: Promise<String>) -> Promise<Void> {
      promise
        .map { text in
          MainActor.preconditionIsolated()
          self.lines.append("map")
          return text.uppercased()
        }
        .then { text -> Promise<String> in
          self.lines.append("then")
          return .value(text)
        }
        .ensure { self.lines.append("ensure") }
        .done { text in self.lines.append(text) }
        .catch { error in self.lines.append("\(error)") }
    }
  }

  actor Account {
    var balance = 0

    func deposit(_ promise: Promise<Int>) -> Promise<Int> {
      promise
        .get { amount in
          self.preconditionIsolated()
          self.balance += amount
        }
        .map { _ in
          self.preconditionIsolated()
          return self.balance
        }
        .catch { _ in self.balance = -1 }
    }

    /// Settles the promise in a low-priority task while this actor is busy, and then attaches more handlers.
    func depositAfter(_ promise: Promise<Void>, _ resolver: Resolver<Void>) -> [Promise<Void>] {
      let isSettled = DispatchSemaphore(value: 0)
      Task.detached(priority: .background) {
        resolver.fulfill()
        isSettled.signal()
      }
      isSettled.wait()
      return deposits(promise, count: 2)
    }

    func deposits(_ promise: Promise<Void>, count: Int) -> [Promise<Void>] {
      (1...count).map { number in
        promise.done {
          self.preconditionIsolated()
          self.history.append(number)
        }
      }
    }

    var history: [Int] = []
  }

  /// An actor with handlers that do not use its state.
  actor StatelessActor {
    func handlerWithoutSelf(_ promise: Promise<Int>) -> Promise<Bool> { promise.map { _ in isOnMainQueue() } }

    func handlerWithWeakSelf(_ promise: Promise<Int>) -> Promise<Bool> {
      promise.map { [weak self] _ in
        self?.preconditionIsolated()
        return isOnMainQueue()
      }
    }
  }

  @Test func `a handler written in an actor runs there even if it does not use the actor's state`() async throws {
    let actor = StatelessActor()
    #expect(try await !actor.handlerWithoutSelf(.value(1)).get())
    #expect(try await !actor.handlerWithWeakSelf(.value(1)).get())
  }

  @Test func `handlers on an actor run in order even if a low-priority task settles the promise`() async throws {
    let account = Account()
    let (promise, resolver) = Promise<Void>.pending()
    let first = await account.deposits(promise, count: 1)
    let second = await Task(priority: .high) { await account.depositAfter(promise, resolver) }.value
    try await when(fulfilled: first + second).get()
    #expect(await account.history == [1, 1, 2])
  }

  @globalActor actor Library {
    static let shared = Library()
  }

  @Library final class Shelf {
    var books: [String] = []

    nonisolated init() {}

    func add(_ promise: Promise<String>) -> Promise<Int> {
      promise.get { book in self.books.append(book) }.map { _ in self.books.count }
    }
  }

  @Test func `handlers written on a global actor run on that actor`() async throws {
    let shelf = Shelf()
    let (promise, resolver) = Promise<String>.pending()
    let chain = await shelf.add(promise)
    resolver.fulfill("a book")
    #expect(try await chain.get() == 1)
    #expect(await shelf.books == ["a book"])
  }

  @Test func `handlers written on the main actor run on the main actor`() async throws {
    let screen = Screen()
    let (promise, resolver) = Promise<String>.pending()
    let chain = await screen.load(promise)
    DispatchQueue.global().async { resolver.fulfill("hello") }
    try await chain.get()
    #expect(await screen.lines == ["map", "then", "ensure", "HELLO"])
  }

  @Test func `handlers written on the main actor run there after an error`() async throws {
    let screen = Screen()
    let chain = await screen.load(Promise(error: TestError.one))
    await #expect(throws: TestError.one) { try await chain.get() }
    #expect(await screen.lines == ["ensure", "one"])
  }

  @Test func `handlers written in an actor run on that actor`() async throws {
    let account = Account()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = await account.deposit(promise)
    DispatchQueue.global().async { resolver.fulfill(5) }
    #expect(try await chain.get() == 5)
    #expect(await account.balance == 5)
  }

  @Test func `handlers on an actor run in the order in which they were attached`() async throws {
    let account = Account()
    let (promise, resolver) = Promise<Void>.pending()
    let handlers = await account.deposits(promise, count: 100)
    resolver.fulfill()
    try await when(fulfilled: handlers).get()
    #expect(await account.history == Array(1...100))
  }

  @Test func `handlers written in nonisolated code run on the main queue`() async throws {
    let isMain = Promise.value(1).map { _ in isOnMainQueue() }
    #expect(try await isMain.get())
  }

  @Test func `handlers run on the given queue`() async throws {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "HandlerExecutorTests")
    queue.setSpecific(key: key, value: "here")
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.map(on: queue) { _ in DispatchQueue.getSpecific(key: key) }
    let second = first.then(on: queue) { first -> Promise<[String?]> in
      .value([first, DispatchQueue.getSpecific(key: key)])
    }
    resolver.fulfill(1)
    #expect(try await second.get() == ["here", "here"])
  }

  @Test func `handlers attached with a nil queue run inline when the promise settles`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0 * 2) }.done(on: nil) { log("\($0)") }
    #expect(log.entries == [])
    resolver.fulfill(1)
    #expect(log.entries == ["4"])
    #expect(chain.isFulfilled)
    chain.done(on: nil) { log("late") }.catch(on: nil) { _ in }
    #expect(log.entries == ["4", "late"])
  }

  @Test func `a handler runs only on its queue even if its promise is canceled concurrently`() {
    let queue = MarkedQueue()
    let elsewhere = Log<Int>()
    let rounds = (0..<raceCount).map { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let child = promise.map(on: queue.queue) { number in
        if !queue.isCurrent { elsewhere(number) }
        return number
      }
      return (resolver, child)
    }
    collide(rounds) {
      $0.0.fulfill(1)
    } other: {
      $0.1.cancel()
    }
    queue.queue.sync {}
    #expect(elsewhere.entries.isEmpty)
  }

  @Test func `a chain can switch between queues`() async throws {
    let queue = DispatchQueue(label: "HandlerExecutorTests.other")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let isOnQueue = try await Promise.value([Bool]())
      .map(on: queue) { $0 + [DispatchQueue.getSpecific(key: key) ?? false] }
      .map(on: .main) { $0 + [isOnMainQueue()] }
      .map(on: queue) { $0 + [DispatchQueue.getSpecific(key: key) ?? false] }
      .get()
    #expect(isOnQueue == [true, true, true])
  }

  /// Jobs have no context in a program that neither runs tests nor is traced.
  @Test func `a job without a context runs on its executor, in the scope of the code that created the executor`()
    async throws
  {
    let (here, there, actor) = (MarkedQueue(), MarkedQueue(), QueueActor())
    var jobs: [(executor: HandlerExecutor, isCurrent: @Sendable () -> Bool)] = []
    func add(_ executor: HandlerExecutor, _ isCurrent: @escaping @Sendable () -> Bool) {
      jobs.append((executor, isCurrent))
    }
    withPromiseQueue(here.queue) {
      add(HandlerExecutor(isolation: nil)) { here.isCurrent }
      add(HandlerExecutor(isolation: actor)) { actor.isCurrent }
      add(HandlerExecutor(isolation: MainActor.shared)) { isOnMainQueue() }
      add(HandlerExecutor(on: there.queue, flags: nil)) { there.isCurrent }
      add(HandlerExecutor(on: there.queue, flags: .barrier)) { there.isCurrent }
      add(HandlerExecutor(on: nil, flags: nil)) { true }
      add(HandlerExecutor(taskOn: nil)) { true }
      add(HandlerExecutor(taskOn: actor)) { actor.isCurrent }
    }
    for (executor, isCurrent) in jobs {
      let isThere = Promise<Bool> { resolver in
        executor.schedule(in: nil) { resolver.fulfill(isCurrent() && DispatchQueue.promises === here.queue) }
      }
      #expect(try await isThere.get(), "\(executor)")
    }
  }
}

private let mainKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainKey) ?? false }
