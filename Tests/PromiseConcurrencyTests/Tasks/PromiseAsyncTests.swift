// Also tests: Result+async, TaskWork.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `Promise { try await … }` and `Guarantee { await … }`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseAsyncTests {
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
    let name = PromiseAsyncTests.$name.withValue("inherited") { Promise { () async throws in Self.name } }
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

    func settled(_ count: Int, _ log: Log<String>) -> [Promise<Void>] {
      (0..<count).map { number in
        Promise {
          self.preconditionIsolated()
          log("\(number) runs")
        }.get(on: nil) { log("\(number) has settled") }
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

  @Test func `a promise of an actor settles before the next job of the actor runs`() async throws {
    let log = Log<String>()
    try await when(fulfilled: await Journal().settled(200, log)).get()
    #expect(log.entries == (0..<200).flatMap { ["\($0) runs", "\($0) has settled"] })
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
