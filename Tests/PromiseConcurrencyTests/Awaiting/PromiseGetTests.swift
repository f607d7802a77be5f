// Also tests: CancellationPolicy, Guarantee+get, PromiseCore/TaskWaiter.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A waiting task always resumes, and canceling it does not affect other consumers.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetTests {
  /// What can happen to a promise.
  enum Fate: CaseIterable {
    case fulfilled, rejected, cancelled, abandoned

    func happen(_ promise: Promise<Int>, _ resolver: inout Resolver<Int>?) {
      switch self {
      case .fulfilled: resolver?.fulfill(1)
      case .rejected: resolver?.reject(TestError.one)
      case .cancelled: promise.cancel()
      case .abandoned: resolver = nil
      }
    }

    func matches(_ result: Result<Int, any Error>) -> Bool {
      switch (self, result) {
      case (.fulfilled, .success(1)): true
      case (.rejected, .failure(TestError.one)): true
      case (.cancelled, .failure(let error)): error is CancellationError
      case (.abandoned, .failure(PromiseError.abandoned(let file, _))): file.hasSuffix("PromiseGetTests.swift")
      default: false
      }
    }
  }

  // MARK: Outcomes × the time at which the task begins to wait

  @Test(arguments: Fate.allCases)
  func `a task that waits before the promise settles receives the outcome`(_ fate: Fate) async {
    let (promise, first) = silently { Promise<Int>.pending() }
    var resolver: Resolver<Int>? = consume first
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get() }
    await stage.allSuspended()
    fate.happen(promise, &resolver)
    let result = await task.result
    #expect(fate.matches(result), "\(result)")
  }

  @Test(arguments: Fate.allCases)
  func `a task that waits after the promise has settled receives the outcome`(_ fate: Fate) async {
    let (promise, first) = silently { Promise<Int>.pending() }
    var resolver: Resolver<Int>? = consume first
    fate.happen(promise, &resolver)
    let result: Result<Int, any Error>
    do { result = .success(try await promise.get()) } catch { result = .failure(error) }
    #expect(fate.matches(result), "\(result)")
  }

  @Test(arguments: Fate.allCases)
  func `a task that waits while the promise settles receives the outcome`(_ fate: Fate) async {
    for _ in 0..<100 {
      let (promise, first) = silently { Promise<Int>.pending() }
      let box = Lock(Optional(consume first))
      async let happening: Void = Task.detached {
        var resolver = box.withLock { $0.take() }
        fate.happen(promise, &resolver)
      }.value
      let result: Result<Int, any Error>
      do { result = .success(try await promise.get()) } catch { result = .failure(error) }
      #expect(fate.matches(result), "\(result)")
      await happening
    }
  }

  // MARK: Cancellation of the waiting task

  @Test func `a task that was canceled before it waits throws immediately`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await promise.get()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func `a task that was canceled before it waits receives an available value`() async throws {
    let promise = Promise.value(1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await promise.get()
    }
    #expect(try await task.value == 1)
  }

  @Test func `a task that is canceled while it waits throws, and other consumers are unaffected`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let cancelled = await stage.start { stage in try await promise.get() }
    let other = await stage.start { stage in try await promise.get() }
    let handler = promise.map(on: nil) { $0 + 1 }
    await stage.allSuspended()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(promise.isPending && handler.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
    #expect(handler.value == 2)
  }

  @Test func `a task that is canceled after the wait keeps its value`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.get() }
    resolver.fulfill(1)
    #expect(try await task.value == 1)
    task.cancel()
    #expect(try await task.value == 1 && promise.value == 1)
  }

  @Test func `canceling the waiting task and settling the promise may race`() async {
    for _ in 0..<500 {
      let (promise, resolver) = Promise<Int>.pending()
      let task = Task { try await promise.get() }
      async let settling: Void = Task.detached { resolver.fulfill(1) }.value
      async let cancelling: Void = Task.detached { task.cancel() }.value
      switch await task.result {
      case .success(let value): #expect(value == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
      _ = await (settling, cancelling)
      #expect(promise.value == 1)
    }
  }

  @Test func `an error is either thrown or reported when canceling races with rejecting`() async {
    let log = Log<String>()
    let stage = Stage()
    let rounds = many(4000)
    var waits: [(task: Task<Int, any Error>, resolver: Resolver<Int>)] = []
    for _ in 0..<rounds {
      let wait = await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
        let (promise, resolver) = Promise<Int>.pending()
        return (await stage.start { stage in try await promise.get() }, resolver)
      }
      waits.append(wait)
    }
    await stage.allSuspended()
    // The waits are stored in a box, so that no local variable keeps a promise from being reported at the end.
    let box = Lock(waits)
    waits = []
    await elsewhere {
      collide(Array(0..<rounds)) { index in
        box.withLock { $0[index].task }.cancel()
      } other: { index in
        box.withLock { $0[index].resolver }.reject(TestError.one)
      }
    }
    var thrown = 0
    for task in box.withLock({ $0.map(\.task) }) {
      if case .failure(TestError.one) = await task.result { thrown += 1 }
    }
    box.withLock { $0 = [] }
    #expect(thrown + log.count == rounds)
  }

  @Test func `a promise stays usable when ten thousand waiting tasks are canceled at once`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    // The tasks form a tree: a hundred groups of a hundred tasks each.
    let parent = Task {
      await withTaskGroup(of: Int.self) { groups in
        for _ in 0..<100 {
          groups.addTask {
            await withTaskGroup(of: Bool.self) { group in
              for _ in 0..<100 { group.addTask { (try? await promise.get()) == nil } }
              return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
          }
        }
        return await groups.reduce(0, +)
      }
    }
    let other = await stage.start { stage in try await promise.get() }
    while promise.any.observerCount <= 10_000 { await Task.yield() }
    parent.cancel()
    #expect(await parent.value == 10_000)
    #expect(promise.any.observerCount <= 16)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
    #expect(try await promise.get() == 1)
  }

  @Test func `a task that has stopped waiting does not prevent the cancellation of the promise`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map(on: nil) { $0 }
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get() }
    await stage.allSuspended()
    task.cancel()
    _ = await task.result
    derived.cancel()
    #expect(resolver.isCancelled)
  }

  @Test func `an error is reported if its only waiting task was canceled earlier`() async {
    let log = Log<String>()
    let stage = Stage()
    let (task, resolver) = await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      return (await stage.start { stage in try await promise.get() }, resolver)
    }
    await stage.allSuspended()
    task.cancel()
    _ = await task.result
    resolver.reject(TestError.one)
    #expect(log.entries == [])
    _ = consume resolver
    #expect(log.entries.count == 1)
  }

  @Test func `a waiting task prevents the cancellation of the promise by another consumer`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map(on: nil) { $0 }
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get() }
    await stage.allSuspended()
    derived.cancel()
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await task.value == 1)
  }

  // MARK: Guarantees

  @Test func `get returns the value of a guarantee`() async {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let task = Task { await guarantee.get() }
    seal(1)
    #expect(await task.value == 1)
    #expect(await guarantee.get() == 1)
  }

  @Test func `canceling a task that waits for a guarantee does not end the wait`() async throws {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in await guarantee.get() }
    await stage.allSuspended()
    task.cancel()
    seal(1)
    #expect(try await task.value == 1)
  }

  // trap: wait-for-abandoned-guarantee
  @Test func `waiting for an abandoned guarantee traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (guarantee, _) = Guarantee<Int>.pending()
      _ = await guarantee.get()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("PromiseGetTests.swift") && message.contains("Call the resolver on every path"))
  }

  // MARK: Isolation

  @Test @MainActor func `get resumes on the caller's actor`() async throws {
    var steps: [String] = []
    let promise = Promise.value(1)
    steps.append("before")
    _ = try await promise.get()
    MainActor.preconditionIsolated()
    steps.append("after")
    #expect(steps == ["before", "after"])
  }

  // MARK: Generic code

  @Test func `generic code can wait for any thenable`() async throws {
    func value<T: Thenable>(of thenable: T) async throws -> T.Value { try await thenable.promise.get() }
    #expect(try await value(of: Promise.value(1)) == 1)
    #expect(try await value(of: Guarantee.value(2)) == 2)
    #expect(try await value(of: ForeignPromise(.success(3))) == 3)
    let later = ForeignPromise<Int>()
    let task = Task { try await value(of: later) }
    later.settle(.success(4))
    #expect(try await task.value == 4)
  }
}
