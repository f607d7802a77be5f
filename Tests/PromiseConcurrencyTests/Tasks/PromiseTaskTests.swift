import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises of tasks, and tasks of promises.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseTaskTests {
  // MARK: Promises of tasks

  @Test func `a promise adopts the outcome of a task`() async throws {
    #expect(try await Promise(Task { 1 }).get() == 1)
    #expect(try await Promise(Task { () async throws in 2 }).get() == 2)
    await #expect(throws: TestError.one) { try await Promise<Int>(Task { throw TestError.one }).get() }
    #expect(await Guarantee(Task { 3 }).get() == 3)
  }

  @Test func `canceling the promise cancels its task`() async throws {
    let task = Task { try await suspendUntilCanceled() }
    let promise = Promise(task)
    promise.cancel()
    #expect(promise.isCancelled)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `canceling the last consumer of the promise cancels its task`() async throws {
    let task = Task { try await suspendUntilCanceled() }
    let promise = Promise(task)
    let one = promise.map(on: nil) { 1 }
    let other = promise.map(on: nil) { 2 }
    one.cancel()
    #expect(!task.isCancelled)
    other.cancel()
    #expect(task.isCancelled)
  }

  @Test func `canceling the task cancels its promise`() async throws {
    let task = Task { try await suspendUntilCanceled() }
    let promise = Promise(task)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await promise.get() }
    #expect(promise.isCancelled)
  }

  @Test func `canceling a guarantee cancels its task, which fulfills the guarantee`() async {
    let task = Task { (try? await suspendUntilCanceled()) == nil ? "woken" : "slept" }
    let guarantee = Guarantee(task)
    guarantee.cancel()
    #expect(await guarantee.get() == "woken")
  }

  // MARK: Tasks of promises

  @Test func `a task returns the value or throws the error of a promise`() async throws {
    #expect(try await Task(Promise.value(1)).value == 1)
    #expect(try await Task(Promise.value(2), name: "two").value == 2)
    #expect(await Task(Guarantee.value(3)).value == 3)
    #expect(await Task(Guarantee.value(4), name: "four").value == 4)
    await #expect(throws: TestError.one) { try await Task(Promise<Int>(error: TestError.one)).value }
  }

  @Test func `canceling the task cancels a promise without another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task(promise)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `canceling the task does not cancel a promise with another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: nil) { $0 }
    let task = Task(promise)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(handler.value == 1)
  }

  @Test func `canceling the task cancels a guarantee, and the task returns its value`() async {
    let source = Task { (try? await suspendUntilCanceled()) == nil ? "woken" : "slept" }
    let task = Task(Guarantee(source))
    task.cancel()
    #expect(await task.value == "woken")
  }

  @Test func `canceling the promise ends the task`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task(promise)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `an async handler that runs does not retain the source of its promise`() async throws {
    let (isRunning, end) = (Gate(), Gate())
    func start() -> (WeakPromise, Promise<Int>) {
      let source = Promise.value(1)
      let derived = source.map { number in
        isRunning.open()
        try await end.opened()
        return number
      }
      return (WeakPromise(source.any), derived)
    }
    let (source, derived) = start()
    try await isRunning.opened()
    await wait { source.promise == nil }
    end.open()
    #expect(try await derived.get() == 1)
  }

  // MARK: Names and priorities

  @Test func `the tasks of promises and queues have the given names`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    #expect(try await Promise(name: "one") { () async throws in Task.name }.get() == "one")
    #expect(await Guarantee(name: "two") { () async in Task.name }.get() == "two")
    #expect(try await Promise { () async throws in Task.name }.get() == nil)
    #expect(try await PromiseQueue().add(name: "three") { Task.name }.get() == "three")
    #expect(try await namedOnAnActor().get() == "four")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor private func namedOnAnActor() -> Promise<String?> {
    Promise(name: "four") {
      MainActor.preconditionIsolated()
      await Task.yield()
      return Task.name
    }
  }

  // MARK: Callbacks of tasks

  @Test func `complete calls a completion handler with the outcome of a task`() async throws {
    let log = Log<String>()
    let failing = Task<Int, any Error> { throw TestError.one }
    await withCheckedContinuation { continuation in
      Promise(Task { 1 }).complete(on: nil) { (value: Int?, error: (any Error)?) in
        log("\(value ?? 0) \(error == nil)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Promise(failing).complete(on: nil) { (value: Int?, error: (any Error)?) in
        log("\(value ?? 0) \(error is TestError)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Promise(failing).complete(on: nil) { (result: Result<Int, any Error>) in
        log("\(result)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Promise(Task<Void, any Error> { throw TestError.two }).complete(on: nil) { (error: (any Error)?) in
        log("\(error is TestError)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Guarantee(Task { 2 }).done(on: nil) { (value: Int) in
        log("\(value)")
        continuation.resume()
      }
    }
    #expect(log.entries == ["1 true", "0 true", "failure(TestSupport.TestError.one)", "true", "2"])
  }

  @Test @MainActor func `complete calls its handler on the actor of the surrounding code`() async {
    var notes: [String] = []
    await withCheckedContinuation { continuation in
      Promise(Task { 1 }).complete { (result: Result<Int, any Error>) in
        MainActor.preconditionIsolated()
        notes.append("\((try? result.get()) ?? 0)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Guarantee(Task { 2 }).done { (value: Int) in
        MainActor.preconditionIsolated()
        notes.append("\(value)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Promise(Task { 3 }).complete { (value: Int?, error: (any Error)?) in
        MainActor.preconditionIsolated()
        notes.append("\(value ?? 0) \(error == nil)")
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in
      Promise(Task<Void, any Error> { throw TestError.one }).complete { (error: (any Error)?) in
        MainActor.preconditionIsolated()
        notes.append("\(error is TestError)")
        continuation.resume()
      }
    }
    #expect(notes == ["1", "2", "3 true", "true"])
  }
}

/// Lets a test call deprecated functions without warnings.
private protocol UsingDeprecatedForms {
  static func ofOperation() -> Promise<Promise<Int>>
  static func ofTask() -> Promise<Promise<Int>>
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static func named() -> Promise<Promise<String?>>
  static func prioritized() -> Promise<Promise<TaskPriority>>
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private func name<Code: UsingDeprecatedForms>(in code: Code.Type) async throws -> String? {
  try await code.named().get().get()
}

private func priority<Code: UsingDeprecatedForms>(in code: Code.Type) async throws -> TaskPriority {
  try await code.prioritized().get().get()
}

private func promises<Code: UsingDeprecatedForms>(of code: Code.Type) -> [Promise<Promise<Int>>] {
  [code.ofOperation(), code.ofTask()]
}

private enum Forms: UsingDeprecatedForms {
  @available(*, deprecated, message: "Calls functions that warn.")
  static func ofOperation() -> Promise<Promise<Int>> { Promise { Promise.value(1) } }

  @available(*, deprecated, message: "Calls functions that warn.")
  static func ofTask() -> Promise<Promise<Int>> { Promise(Task { Promise.value(1) }) }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @available(*, deprecated, message: "Calls functions that warn.")
  static func named() -> Promise<Promise<String?>> { Promise(name: "nested") { Promise.value(Task.name) } }

  @available(*, deprecated, message: "Calls functions that warn.")
  static func prioritized() -> Promise<Promise<TaskPriority>> {
    Promise(priority: .high) { Promise.value(Task.currentPriority) }
  }
}

/// What a call does of which the compiler warns.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct NestedPromiseTests {
  @Test func `a promise of a promise is fulfilled with the inner promise`() async throws {
    for promise in promises(of: Forms.self) { #expect(try await promise.get().get() == 1) }
  }

  @Test func `the task of a promise of a promise has its name and its priority`() async throws {
    #expect(try await priority(in: Forms.self) >= .high)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    #expect(try await name(in: Forms.self) == "nested")
  }

  @Test func `a promise of a promise belongs to the test that creates it`() async throws {
    let context = PromiseContext.current
    for promise in promises(of: Forms.self) {
      #expect(promise.context != nil && promise.context === context)
      _ = try await promise.get()
    }
  }
}
