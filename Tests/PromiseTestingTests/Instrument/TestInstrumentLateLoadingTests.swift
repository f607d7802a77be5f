import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// Tests of loading `PromiseTesting`, which registers with `PromiseCore`, after promises have been created.
///
/// Each test runs in a separate process, because the registration applies to the process.
@Suite(.sharingProcessors) struct TestInstrumentLateLoadingTests {
  /// Restores the state before `PromiseTesting` is loaded.
  private static func unregister() { PromiseContext.isInstrumented = false }

  @Test func `the first promise of a process is tracked without any call to the module`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise.value(1).map(on: .global()) { $0 }
      #expect(promise.context === PromiseContext.processWide)
      while promise.isPending { #expect(await promisesSettled(timeout: .testLimit)) }
      #expect(promise.value == 1)
    }
  }

  @Test func `only promises created after the registration are tracked`() async {
    await #expect(processExitsWith: .success) {
      Self.unregister()
      let (early, earlyResolver) = Promise<Int>.pending()
      #expect(early.context == nil)
      PromiseContext.isInstrumented = true
      // The wait ends although the early promise is pending.
      #expect(await promisesSettled(timeout: .seconds(0)))
      let (late, lateResolver) = Promise<Int>.pending()
      #expect(late.context === PromiseContext.processWide)
      #expect(!(await promisesSettled(timeout: .seconds(0))))
      lateResolver.fulfill(2)
      #expect(await promisesSettled(timeout: .testLimit))
      earlyResolver.fulfill(1)
      #expect(early.value == 1 && late.value == 2)
      #expect(await promisesSettled(timeout: .testLimit))
    }
  }

  @Test func `a promise derived after the registration is tracked`() async {
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
      #expect(await promisesSettled(timeout: .testLimit))
      #expect(log.entries == [3])
      let earlyValue = try await earlyDerived.get()
      #expect(earlyValue == 2)
    }
  }

  @Test func `a promise derived in a test belongs to the test if its source has no context`() async throws {
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
        #expect(await promisesSettled(timeout: .testLimit))
      }
      #expect(log.entries == [1])
      #expect(left.isEmpty)
    }
  }

  @Test func `work in flight during the registration finishes without a trap`() async {
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
      #expect(await promisesSettled(timeout: .testLimit))
    }
  }

  @Test func `registering more than once has no effect`() async {
    await #expect(processExitsWith: .success) {
      PromiseContext.isInstrumented = true
      let promise = Promise.value(1).map(on: .global()) { $0 }
      PromiseContext.isInstrumented = true
      #expect(await promisesSettled(timeout: .testLimit))
      #expect(promise.value == 1)
    }
  }
}

private func waitForSignal(_ semaphore: DispatchSemaphore) { semaphore.wait() }
