import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `Promise { try await … }`, `Guarantee { await … }`, and `async` closures in operators.
@Suite(.promises(timeLimit: .testLimit)) struct TaskPromiseTests {
  @TaskLocal static var name = "default"

  @Test func `a promise adopts the outcome of an async function`() async throws {
    #expect(try await Promise { try await twice(1) }.get() == 2)
    await #expect(throws: TestError.one) { try await Promise { try await twice(-1) }.get() }
    #expect(await Guarantee { await Task.yield() }.map { 1 }.get() == 1)
  }

  @Test func `canceling the promise rejects it without waiting for its task`() async throws {
    let isCancelled = Gate()
    let mayEnd = Gate()
    let promise = Promise<Int> {
      await withTaskCancellationHandler {
        try? await mayEnd.opened()
      } onCancel: {
        isCancelled.open()
      }
      return 1
    }
    promise.cancel()
    #expect(promise.error is CancellationError)
    try await isCancelled.opened()
    mayEnd.open()
    #expect(promise.isRejected)
  }

  @Test func `canceling a guarantee cancels its task, which fulfills the guarantee`() async {
    let guarantee = Guarantee<String> {
      do {
        try await suspendUntilCanceled()
        return "slept"
      } catch {
        return "woken"
      }
    }
    guarantee.cancel()
    #expect(await guarantee.get() == "woken")
  }

  @Test func `the task inherits task-local values and priority`() async throws {
    let name = TaskPromiseTests.$name.withValue("inherited") { Promise { () async throws in Self.name } }
    #expect(try await name.get() == "inherited")
    let priority = Promise(priority: .high) { () async throws in Task.currentPriority }
    #expect(try await priority.get() >= .high)
  }

  actor Journal {
    var entries: [Int] = []

    func promises(_ count: Int) -> [Promise<Void>] {
      (0..<count).map { number in
        Promise {
          await Task.yield()
          self.preconditionIsolated()
          self.entries.append(number)
        }
      }
    }

    func started(_ count: Int) -> [Promise<Void>] {
      (0..<count).map { number in
        Promise {
          self.entries.append(number)
          await Task.yield()
        }
      }
    }

    func chained(_ promise: Promise<Int>) -> Promise<Int> {
      promise
        .get { number in
          self.entries.append(number)
          await Task.yield()
          self.preconditionIsolated()
        }
        .map { number in
          await Task.yield()
          self.entries.append(number * 10)
          return number * 10
        }
    }
  }

  @Test func `the task inherits isolation`() async throws {
    let journal = Journal()
    try await when(fulfilled: journal.promises(10)).get()
    #expect(await journal.entries.sorted() == Array(0..<10))
  }

  @Test func `tasks of one actor start in the order of their creation`() async throws {
    let journal = Journal()
    try await when(fulfilled: journal.started(200)).get()
    #expect(await journal.entries == Array(0..<200))
  }

  // MARK: Async closures

  @Test func `a chain may mix synchronous and async handlers`() async throws {
    let log = Log<Int>()
    let first = Promise.value(1)
      .map { try await twice($0) }
      .map { $0 + 1 }
      .then { number in Promise { try await twice(number) } }
      .map { try await twice($0) }
    let second =
      first
      .map { number in
        await Task.yield()
        return number + 1
      }
      .get { number in
        await Task.yield()
        log(number)
      }
    let result = try await second.get()
    #expect(result == 13 && log.entries == [13])
    try await Promise.value(1).done { number in
      await Task.yield()
      log(number)
    }.get()
    #expect(log.entries == [13, 1])
  }

  @Test func `an async handler that cannot throw derives a guarantee from a guarantee`() async throws {
    let log = Log<Int>()
    let done: Guarantee<Void> = Guarantee.value(1)
      .map { number in
        await nothing()
        return number + 1
      }
      .map { number in
        await nothing()
        return number * 10
      }
      .done { number in
        await nothing()
        log(number)
      }
    await done.get()
    #expect(log.entries == [20])
    #expect(try await Guarantee.value(1).map { try await twice($0) }.get() == 2)
    await #expect(throws: TestError.one) { try await Guarantee.value(-1).done { _ = try await twice($0) }.get() }
    await after(.milliseconds(1)).done { await nothing() }.get()
  }

  @Test func `the handler of a canceled done does not run`() async throws {
    let log = Log<Int>()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let done: Guarantee<Void> = guarantee.done { number in
      await nothing()
      log(number)
    }
    let other = guarantee.map(on: nil) { $0 }
    done.cancel()
    seal(1)
    await done.get()
    #expect(log.entries == [] && other.value == 1)
  }

  @Test func `canceling a guarantee cancels the task of the running step`() async throws {
    let isRunning = Gate()
    let guarantee = Guarantee.value(1).map { number -> Int in
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { return -number }
      return number
    }
    try await isRunning.opened()
    guarantee.cancel()
    #expect(await guarantee.get() == -1)
  }

  @Test func `an error that an async handler throws rejects the promise`() async {
    await #expect(throws: TestError.one) { try await Promise.value(-1).map { try await twice($0) }.get() }
    await #expect(throws: TestError.one) { try await Promise.value(-1).done { _ = try await twice($0) }.get() }
  }

  @Test func `an error skips async handlers`() async {
    let log = Log<Int>()
    let promise = Promise<Int>(error: TestError.two).map { number in
      await Task.yield()
      log(number)
    }
    await #expect(throws: TestError.two) { try await promise.get() }
    #expect(log.entries == [])
  }

  @Test func `async handlers run with the isolation of the surrounding code`() async throws {
    let journal = Journal()
    #expect(try await journal.chained(.value(1)).get() == 10)
    #expect(await journal.entries == [1, 10])
  }

  @Test func `canceling the chain cancels the task of the running step`() async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    let chain = Promise.value(1)
      .map { number in
        isRunning.open()
        do { try await suspendUntilCanceled() } catch { isCancelled.open() }
        return number
      }
      .done { _ in }
    try await isRunning.opened()
    chain.cancel()
    #expect(chain.error is CancellationError)
    try await isCancelled.opened()
  }

  @Test func `a canceled input departs from a shared promise before the next input is canceled`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let member = try await stage.start { stage in
      Promise {
        _ = stage
        return try await promise.get()
      }
    }.value
    await stage.allSuspended()
    race(member, promise).cancel()
    #expect(resolver.isCancelled, "Both inputs that wanted the promise were canceled.")
  }
}

private func nothing() async {}

private func twice(_ number: Int) async throws -> Int {
  await Task.yield()
  if number < 0 { throw TestError.one }
  return number * 2
}
