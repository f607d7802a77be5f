import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTesting

/// What the messages of tests say about pending promises.
@Suite(.sharingProcessors) struct PendingTextTests {
  @Test func `a wait that times out reports the causes`() async {
    await #expect(processExitsWith: .success) { await TimedOutWaits.report() }
  }

  @Test(.promises(pending: .ignore)) func `a long tree is shortened in an issue`() throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = (0..<60).map { _ in promise.map(on: nil) { $0 } }
    let context = try #require(PromiseContext.current)
    let (cause, tree) = try #require(PendingText(context).findings.first)
    #expect(tree.count == 61)
    let lines = PendingText.shortened(tree, of: cause)
    #expect(lines.count == 40)
    #expect(lines.last == "… and 22 more lines; see pending-promises.txt")
    #expect(lines.dropLast() == tree.prefix(39))
    resolver.fulfill(1)
    withExtendedLifetime(waiting) {}
  }

  @Test(.promises(pending: .ignore)) func `the tree of a promise for which nothing waits is left out`() throws {
    let (promise, resolver) = Promise<Int>.pending()
    let context = try #require(PromiseContext.current)
    let (cause, tree) = try #require(PendingText(context).findings.first)
    #expect(tree.count == 1)
    #expect(PendingText.shortened(tree, of: cause).isEmpty)
    resolver.fulfill(1)
    withExtendedLifetime(promise) {}
  }
}

/// Waits in a process of their own, because they report to the handler of the process.
private enum TimedOutWaits {
  static func report() async {
    let log = Log<String>()
    PromiseDiagnostics.handler = { log("\($0)") }
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    let derived = promise.map { $0 }
    #expect(!wait())
    #expect(!(await promisesSettled(timeout: .milliseconds(1))))
    #expect(log.entries.count == 2)
    let (first, second) = (log.entries.first ?? "", log.entries.last ?? "")
    #expect(first.hasPrefix("\(#fileID):\(line): waitForPromises(timeout: 0.001) timed out: pending for "))
    #expect(second.hasPrefix("\(#fileID):\(line): promisesSettled(timeout: 1 ms) timed out: pending for "))
    let cause = ": a resolver created at \(#fileID):\(line) is alive and was never called; 1 handler waits for it"
    #expect(first.hasSuffix(cause))
    #expect(second.hasSuffix(cause))
    #expect(!waitWithoutTime())
    #expect(log.entries.count == 2)
    #expect(!(await promisesSettled(timeout: .seconds(0))))
    #expect(log.entries.count == 2)
    // A wait that is canceled has not timed out.
    let canceled = Task { await promisesSettled(timeout: .seconds(1_000)) }
    canceled.cancel()
    #expect(!(await canceled.value))
    #expect(log.entries.count == 2)
    resolver.fulfill(1)
    _ = await derived.getResult()
  }

  private static func wait() -> Bool { waitForPromises(timeout: 0.001) }

  private static func waitWithoutTime() -> Bool { waitForPromises(timeout: 0) }
}
