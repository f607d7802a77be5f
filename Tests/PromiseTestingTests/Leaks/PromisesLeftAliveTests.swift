// Also tests: LivePromise.

import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `promisesLeftAlive`, which finds promises that are never released.
@Suite(.sharingProcessors) struct PromisesLeftAliveTests {
  private final class Model: Sendable {
    static let line = #line + 4
    let kept = Log<any Sendable>()

    func load(leaks: Bool) -> Promise<Int> {
      let promise = after(.milliseconds(1)).then(on: .global()) { Promise.value(1) }
      if leaks { promise.done(on: .global()) { _ in self.kept(promise) }.catch { _ in } }
      return promise
    }
  }

  private func check() async throws {
    // A promise that was created before is not one that the closure leaves alive.
    let earlier = Promise.value(0)
    defer { withExtendedLifetime(earlier) {} }
    #expect(try await promisesLeftAlive { _ = try await Model().load(leaks: false).get() }.isEmpty)
    let model = Model()
    let left = try await promisesLeftAlive {
      model.kept(Promise<Int>.pending().resolver)
      _ = try await model.load(leaks: true).get()
    }
    #expect(left.map(\.isPending) == [true, false])
    #expect(left.map(\.file) == [#fileID, #fileID])
    #expect(left.map(\.line) == [#line - 5, Model.line])
    #expect("\(left[0])" == "\(#fileID):\(#line - 6) (pending)")
    #expect("\(left[1])".hasSuffix("(settled)"))
    model.kept.entries.compactMap { $0 as? Resolver<Int> }.first?.fulfill(1)
  }

  @Test(.promises(timeLimit: .testLimit)) func `leaks are found in a test with a context`() async throws {
    try await check()
  }

  @Test func `leaks are found in a test without a context`() async throws { try await check() }

  /// Returns whether each promise that is left alive is pending, without suspending.
  private func leftAliveBlocking() -> [Bool] {
    let kept = Log<any Sendable>()
    kept(Promise.value(0))
    let left = promisesLeftAlive {
      Promise.value(1).done(on: .global()) { kept($0) }.catch { _ in }
      kept(Promise.value(2).map(on: .global()) { $0 })
    }
    return left.map(\.isPending)
  }

  @Test(.promises(timeLimit: .testLimit)) func `leaks are found in a test that is not async`() {
    #expect(leftAliveBlocking() == [false])
  }

  @Test(.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<3)))
  func `leaks are found in a shuffled order`() {
    #expect(leftAliveBlocking() == [false])
  }

  /// Starts a chain that takes longer than its caller. Nothing retains its promises but their handlers.
  private static func startChain() {
    let queue = DispatchQueue(label: "chain")
    var last = Promise.value(0)
    for _ in 0..<2_000 { last = last.map(on: queue) { $0 + 1 } }
  }

  @Test func `the promises of handlers that are enqueued are not left alive`() async {
    #expect(await promisesLeftAlive { Self.startChain() }.isEmpty)
    expectNothingLeftAlive()
  }

  private func expectNothingLeftAlive() { #expect(promisesLeftAlive { Self.startChain() }.isEmpty) }

  @Test @MainActor func `leaks are found on the main actor in a test that is not async`() {
    let kept = Log<any Sendable>()
    let left = promisesLeftAlive { kept(Promise.value(2).map { $0 }) }
    #expect(left.map(\.isPending) == [false])
  }

  @Test func `outside of tests events go to the diagnostics handler of the process`() async {
    // The test needs its own process, because all tests of a process share the diagnostics handler.
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { log("\($0)") }
      let left = await promisesLeftAlive { _ = Promise<Int>(error: TestError.one) }
      #expect(left.isEmpty && log.count == 1)
    }
  }

  @Test func `promisesLeftAlive rethrows the error of its body`() async {
    await #expect(throws: TestError.one) { _ = try await promisesLeftAlive { throw TestError.one } }
  }
}
