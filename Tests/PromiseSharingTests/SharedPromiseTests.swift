import Dispatch
import PromiseSharing
import PromiseTesting
import TestSupport
import Testing

// Also tests: SharedWork, Loader.

/// One value for many callers.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SharedPromiseTests {
  private let resolvers = Log<Resolver<Int>>()

  private func makeShared(_ expiry: PromiseExpiry<Int> = .never) -> SharedPromise<Int> {
    SharedPromise(expiry: expiry) { [resolvers] in Promise<Int> { resolvers($0) } }
  }

  /// Waits until a number of loads have begun, and returns the resolver of the last.
  private func load(_ number: Int) async -> Resolver<Int> {
    await wait { resolvers.count == number }
    return resolvers.entries[number - 1]
  }

  @Test func `callers share one load, and later ones its value`() async throws {
    let shared = makeShared()
    let callers = [shared.promise(), shared.promise()]
    await load(1).fulfill(1)
    #expect(try await when(fulfilled: callers).get() == [1, 1])
    #expect(shared.promise().value == 1)
    #expect(try await shared.get() == 1)
    #expect(shared.value == 1)
    #expect(resolvers.count == 1)
  }

  @TaskLocal static var request: Int?

  @Test func `a load has the registered task-local values of the code that created the shared promise`() async throws {
    PromiseTaskLocals.register(Self.$request)
    let shared = Self.$request.withValue(1) { SharedPromise { Promise.value(Self.request) } }
    let asynchronous = SharedPromise { () async throws in
      await Task.yield()
      return Self.request
    }
    let values = try await Self.$request.withValue(2) { try await [shared.get(), asynchronous.get()] }
    #expect(values == [1, nil])
  }

  @Test func `a hundred concurrent requests refresh a token that has failed once`() async throws {
    let counter = Log<Int>()
    let token = SharedPromise { () async throws -> Int in
      await Task.yield()
      counter(1)
      return counter.count
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let used = try await token.get()
          if used > 1 { return used }
          await Task.yield()
          token.invalidate(if: { $0 == used })
          return try await token.get()
        }
      }
      for try await used in group { #expect(used == 2) }
    }
    #expect(counter.count == 2)
  }

  @Test func `a canceled caller does not cancel the load of another`() async throws {
    let shared = makeShared()
    let (first, second) = (shared.promise(), shared.promise())
    first.cancel()
    let resolver = await load(1)
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await second.get() == 1)
  }

  @Test func `the cancellation of the last caller cancels the load`() async throws {
    let shared = makeShared()
    let callers = [shared.promise(), shared.promise()]
    let resolver = await load(1)
    for caller in callers { caller.cancel() }
    #expect(resolver.isCancelled)
    let next = shared.promise()
    await load(2).fulfill(2)
    #expect(try await next.get() == 2)
  }

  @Test func `the cancellation of the last waiting task cancels the load`() async throws {
    let shared = makeShared()
    let task = Task { try await shared.get() }
    let resolver = await load(1)
    let isCanceled = Gate()
    resolver.onCancel { isCanceled.open() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await isCanceled.opened()
  }

  @Test func `a failure is passed on and not kept`() async throws {
    let shared = makeShared()
    let first = shared.promise()
    await load(1).reject(TestError.one)
    try await expectRejected(first, throws: TestError.self)
    #expect(shared.value == nil)
    let second = shared.promise()
    await load(2).fulfill(2)
    #expect(try await second.get() == 2)
  }

  @Test func `an error that load throws is its outcome`() async throws {
    let shared = SharedPromise<Int> { () throws -> Promise<Int> in throw TestError.one }
    try await expectRejected(shared.promise(), throws: TestError.self)
    let other = SharedPromise<Int> { () async throws -> Int in
      await Task.yield()
      throw TestError.two
    }
    await #expect(throws: TestError.two) { try await other.get() }
  }

  @Test func `an invalidated value is loaded again, and a load is not joined`() async throws {
    let shared = makeShared()
    let first = shared.promise()
    let firstLoad = await load(1)
    shared.invalidate()
    let second = shared.promise()
    firstLoad.fulfill(1)
    #expect(try await first.get() == 1)
    #expect(shared.value == nil)
    await load(2).fulfill(2)
    #expect(try await second.get() == 2)
    #expect(shared.value == 2)
    shared.invalidate()
    #expect(shared.value == nil)
  }

  @Test func `invalidate(if:) removes only the value for which the condition holds`() async throws {
    let shared = makeShared()
    shared.invalidate { _ in
      Issue.record("There is no value.")
      return true
    }
    let first = shared.promise()
    await load(1).fulfill(1)
    _ = try await first.get()
    shared.invalidate { $0 == 0 }
    #expect(shared.value == 1)
    // A value that arrives while the condition is evaluated stays.
    shared.invalidate { _ in
      shared.store(2)
      return true
    }
    #expect(shared.value == 2)
    #expect(throws: TestError.one) { try shared.invalidate { _ in throw TestError.one } }
    #expect(shared.value == 2)
    shared.invalidate { $0 == 2 }
    #expect(shared.value == nil)
  }

  @Test func `a stored value replaces that of a running load`() async throws {
    let shared = makeShared()
    let caller = shared.promise()
    let resolver = await load(1)
    shared.store(7)
    #expect(shared.promise().value == 7)
    resolver.fulfill(1)
    #expect(try await caller.get() == 1)
    #expect(shared.value == 7)
  }

  @Test func `a nonisolated load runs inside the call if handlers run inline`() {
    let shared = withPromiseQueue(nil) { SharedPromise { Promise.value(1) } }
    #expect(shared.promise().value == 1)
  }

  @Test func `the outcome of a load is not kept after an expired value was stored`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let shared = SharedPromise(expiry: .when { $0 == 7 }) { promise }
    let caller = shared.promise()
    shared.store(7)
    resolver.fulfill(1)
    #expect(try await caller.get() == 1)
    #expect(shared.value == nil)
  }

  @Test func `a value that expires at once is shared by the callers of its load only`() async throws {
    for expiry in [PromiseExpiry<Int>.immediately, .after(seconds: 0), .after(seconds: .nan), .when { _ in true }] {
      let (counter, mayEnd) = (Log<Void>(), Gate())
      let shared = SharedPromise(expiry: expiry) { () async throws -> Int in
        counter(())
        try await mayEnd.opened()
        return counter.count
      }
      let callers = [shared.promise(), shared.promise()]
      mayEnd.open()
      #expect(try await when(fulfilled: callers).get() == [1, 1])
      #expect(shared.value == nil)
      #expect(try await shared.get() == 2)
    }
  }

  @Test func `the load runs with the isolation of the code that wrote it, and is released there`() async throws {
    let lifetime = Lifetime()
    do {
      let shared = await MainActor.run {
        let object = lifetime.object()
        return SharedPromise { () throws -> Promise<Bool> in
          MainActor.assertIsolated()
          object.touch()
          return .value(true)
        }
      }
      #expect(try await shared.get())
      let other = await MainActor.run {
        SharedPromise { () async throws -> Bool in
          MainActor.assertIsolated()
          await Task.yield()
          return true
        }
      }
      #expect(try await other.get())
    }
    await wait { lifetime.alive == 0 }
  }

  @TaskLocal static var name = "none"

  @Test func `the load has no task-local values of the caller that starts it`() async throws {
    let shared = SharedPromise { () async throws -> String in
      await Task.yield()
      return Self.name
    }
    #expect(try await Self.$name.withValue("caller") { try await shared.get() } == "none")
  }

  @Test func `a shared promise that is released does not cancel its load`() async throws {
    var shared: SharedPromise<Int>? = makeShared()
    let caller = shared!.promise()
    let resolver = await load(1)
    shared = nil
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await caller.get() == 1)
  }

  @Test func `a load that never ends is released with its callers`() async throws {
    let lifetime = Lifetime()
    do {
      let object = lifetime.object()
      let shared = SharedPromise { () async throws -> Int in
        object.touch()
        try await suspendUntilCanceled()
        return 1
      }
      shared.promise().cancel()
    }
    await wait { lifetime.alive == 0 }
  }

  @Test func `callers and cancellations on several threads leave no canceled promise behind`() async throws {
    let shared = SharedPromise(expiry: .immediately) { Promise.value(1).map(on: .global()) { $0 } }
    let failures = Log<any Error>()
    let rounds = raceCount / 10
    await onThreads(4) { thread in
      for round in 0..<rounds {
        let promise = shared.promise()
        if (round + thread) % 2 == 0 {
          promise.cancel()
        } else {
          promise.catch(on: nil, policy: .allErrors) { failures($0) }
        }
      }
    }
    #expect(failures.entries.isEmpty)
    #expect(try await shared.get() == 1)
  }
}
