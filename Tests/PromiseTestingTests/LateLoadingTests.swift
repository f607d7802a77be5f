import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// `PromiseTesting` registers with `PromiseCore` when it is loaded, which may be after promises have been created.
///
/// In processes of their own: the registration belongs to the process.
@Suite(.timeLimit(.minutes(5))) struct LateLoadingTests {
  /// Restores the state before `PromiseTesting` is loaded.
  private static func unregister() { PromiseContext.isInstrumented = false }

  @Test func `the first promise of a process is tracked without a call into the module`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise.value(1).map(on: .global()) { $0 }
      #expect(promise.context === PromiseContext.processWide)
      while promise.isPending { #expect(await promisesSettled(timeout: .seconds(280))) }
      #expect(promise.value == 1)
    }
  }

  @Test func `promises that are created after the registration are tracked and earlier ones are not`() async {
    await #expect(processExitsWith: .success) {
      Self.unregister()
      let (early, earlyResolver) = Promise<Int>.pending()
      #expect(early.context == nil)
      PromiseContext.isInstrumented = true
      // The early promise does not keep the wait from ending.
      #expect(await promisesSettled(timeout: .seconds(0)))
      let (late, lateResolver) = Promise<Int>.pending()
      #expect(late.context === PromiseContext.processWide)
      #expect(!(await promisesSettled(timeout: .seconds(0))))
      lateResolver.fulfill(2)
      #expect(await promisesSettled(timeout: .seconds(280)))
      earlyResolver.fulfill(1)
      #expect(early.value == 1 && late.value == 2)
      #expect(await promisesSettled(timeout: .seconds(280)))
    }
  }

  @Test func `a promise that is derived after the registration is tracked`() async {
    await #expect(processExitsWith: .success) {
      Self.unregister()
      let (early, resolver) = Promise<Int>.pending()
      let earlyDerived = early.map(on: .global()) { $0 + 1 }
      PromiseContext.isInstrumented = true
      let log = Log<Int>()
      let derived = early.map(on: .global()) { $0 + 2 }.done(on: .global()) { log($0) }
      #expect(derived.context === PromiseContext.processWide)
      #expect(!(await promisesSettled(timeout: .seconds(0))))
      resolver.fulfill(1)
      #expect(await promisesSettled(timeout: .seconds(280)))
      #expect(log.entries == [3])
      let earlyValue = try await earlyDerived.get()
      #expect(earlyValue == 2)
    }
  }

  @Test func `in a test a promise derives its context from the test if its source has none`() async throws {
    await #expect(processExitsWith: .success) {
      Self.unregister()
      let (early, resolver) = Promise<Int>.pending()
      PromiseContext.isInstrumented = true
      let log = Log<Int>()
      let left = await promisesLeftAlive {
        let context = PromiseContext.current
        #expect(context != nil)
        let derived = early.map(on: .global()) { $0 }
        #expect(derived.context === context)
        derived.done(on: .global()) {
          #expect(PromiseContext.current === context)
          log($0)
        }.cauterize()
        resolver.fulfill(1)
        #expect(await promisesSettled(timeout: .seconds(280)))
      }
      #expect(log.entries == [1])
      #expect(left.isEmpty)
    }
  }

  @Test func `work that is in flight during the registration ends without a trap`() async {
    await #expect(processExitsWith: .success) {
      Self.unregister()
      let gate = DispatchSemaphore(value: 0)
      let started = DispatchSemaphore(value: 0)
      let log = Log<String>()
      let handler = Promise.value(1).map(on: .global()) { number in
        started.signal()
        gate.wait()
        return number
      }
      let task = Promise {
        await after(.milliseconds(1)).get()
        log("task")
      }
      let timer = after(.milliseconds(1)).done(on: .global()) { log("timer") }
      let (canceled, resolver) = Promise<Int>.pending()
      let waiting = Task { try await canceled.get() }
      await Task.detached { waitForSignal(started) }.value
      PromiseContext.isInstrumented = true
      gate.signal()
      canceled.cancel()
      #expect(resolver.isCancelled)
      await #expect(throws: CancellationError.self) { try await waiting.value }
      let value = try await handler.get()
      #expect(value == 1)
      try await task.get()
      await timer.get()
      #expect(Set(log.entries) == ["task", "timer"])
      #expect(await promisesSettled(timeout: .seconds(280)))
    }
  }

  @Test func `registering more than once changes nothing`() async {
    await #expect(processExitsWith: .success) {
      PromiseContext.isInstrumented = true
      let promise = Promise.value(1).map(on: .global()) { $0 }
      PromiseContext.isInstrumented = true
      #expect(await promisesSettled(timeout: .seconds(280)))
      #expect(promise.value == 1)
    }
  }
}

private func waitForSignal(_ semaphore: DispatchSemaphore) { semaphore.wait() }
