import Dispatch
import Foundation
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Many handlers that wait, one after another, do not recurse: each test runs on a stack of 512 KiB, in a process that
/// a stack overflow would end.
@Suite(.sharingProcessors) struct WaitDepthTests {
  @Test func `a thousand deeply nested inline handlers that wait for a settled promise run on a small stack`() async {
    await #expect(processExitsWith: .success) {
      await WaitDepthTests.run(depth: Trampoline.nestingLimit + 1) { _ in
        let settled = Promise.value(1)
        return { try? settled.wait() }
      }
    }
  }

  @Test func `a thousand deeply nested inline handlers that wait for a pending promise run on a small stack`() async {
    await #expect(processExitsWith: .success) {
      await WaitDepthTests.run(depth: Trampoline.nestingLimit + 1) { _ in WaitDepthTests.waitForOtherThread }
    }
  }

  @Test func `a thousand inline handlers that wait for a pending promise run on a small stack`() async {
    await #expect(processExitsWith: .success) {
      await WaitDepthTests.run(depth: 1) { _ in WaitDepthTests.waitForOtherThread }
    }
  }

  /// Each handler waits for the handler of another promise that it has just settled.
  @Test func `a thousand deeply nested inline handlers that wait for another handler run on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "WaitDepthTests")
      await WaitDepthTests.run(depth: Trampoline.nestingLimit + 1) { _ in
        let (promise, resolver) = Promise<Int>.pending()
        let handled = promise.map(on: queue) { $0 }
        return {
          resolver.fulfill(1)
          return try? handled.wait()
        }
      }
    }
  }

  /// Waits for a promise that another thread settles once it has an observer.
  @Sendable private static func waitForOtherThread() -> Int? {
    let (promise, resolver) = Promise<Int>.pending()
    DispatchQueue.global().async {
      while promise.any.observerCount == 0 { sched_yield() }
      resolver.fulfill(1)
    }
    return try? promise.wait()
  }

  /// Runs a thousand inline handlers of one promise that is settled within nested inline handlers. Ends the process
  /// unless each handler returns 1.
  ///
  /// - Parameters:
  ///   - depth: The number of nested handlers.
  ///   - handler: Returns the handler with the given number.
  private static func run(depth: Int, _ handler: @escaping @Sendable (Int) -> @Sendable () -> Int?) async {
    // A test that hangs fails.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(120)) { exit(EXIT_FAILURE) }
    let results = Log<Int>()
    await onSmallStack {
      let (promise, resolver) = Promise<Void>.pending()
      for number in 0..<1000 {
        let handler = handler(number)
        promise.done(on: nil) { results(handler() ?? 0) }.cauterize()
      }
      nested(depth) { resolver.fulfill() }
    }
    // Beyond the limit, another thread runs the handlers after one that blocks.
    while results.entries.count < 1000 { await Task.yield() }
    guard results.entries == Array(repeating: 1, count: 1000) else { exit(EXIT_FAILURE) }
  }
}
