import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The exact text of the reports, and the default output on standard error.
@Suite(.sharingProcessors) struct DiagnosticsTextTests {
  @Test func `each event has a description with its location, what happened and what to do`() {
    let events: [(PromiseDiagnostics.Event, String)] = [
      (
        .unhandledRejection(TestError.one, file: "M/A.swift", line: 1),
        "M/A.swift:1: unhandled rejection: one; handle it with `catch` or await the promise"
      ),
      (
        // The period at the end of the error's description is omitted.
        .unhandledRejection(PromiseError.cancelled, file: "M/A.swift", line: 1),
        "M/A.swift:1: unhandled rejection: The operation was canceled; handle it with `catch` or await the promise"
      ),
      (
        .abandonedPromise(file: "M/B.swift", line: 2),
        """
        M/B.swift:2: abandoned promise: its resolver was released without being called; call the resolver on every path
        """
      ),
      (
        .abandonedGuarantee(file: "M/C.swift", line: 3),
        """
        M/C.swift:3: abandoned guarantee: its resolver was released without being called; its handlers never run; \
        call the resolver on every path
        """
      ),
      (.cauterized(TestError.two, file: "M/D.swift", line: 4), "M/D.swift:4: cauterized: two"),
      (
        .waitOnMainThread(file: "M/E.swift", line: 5),
        "M/E.swift:5: wait() blocks the main thread; chain a handler, or await the promise"
      ),
      (
        .mainQueueDoesNotRun(file: "M/F.swift", line: 6),
        """
        M/F.swift:6: a handler has waited for 5 s for the main queue, which nothing has run; await the promise in an \
        `async` main, call `dispatchMain()`, block with `waitServingMainQueue()` of PromiseFoundation, or set \
        `DispatchQueue.promises` to another queue, for handlers that are not isolated to the main actor
        """
      ),
      (
        .waitBlocksHandler("M/H.swift:8", call: "wait", queue: "the queue requests", file: "M/G.swift", line: 7),
        """
        M/G.swift:7: wait() has blocked the queue requests for 5 s, where the handler at M/H.swift:8 waits to run; if the \
        promise depends on it, neither goes on; use `get()`, chain a handler instead, or run that handler elsewhere
        """
      ),
      (
        .waitBlocksHandler("M/H.swift:8", call: "wait", queue: "the main queue", file: "M/G.swift", line: 7),
        """
        M/G.swift:7: wait() has blocked the main queue for 5 s, where the handler at M/H.swift:8 waits to run; if the \
        promise depends on it, neither goes on; use `get()`, chain a handler instead, or run that handler elsewhere; \
        in a synchronous `main`, outside of handlers, `waitServingMainQueue()` of PromiseFoundation runs the main queue
        """
      ),
      (
        .waitBlocksHandler(
          "M/H.swift:8", call: "waitServingMainQueue", queue: "the main queue", file: "M/G.swift", line: 7),
        """
        M/G.swift:7: waitServingMainQueue() has blocked the main queue for 5 s, where the handler at M/H.swift:8 waits to \
        run; if the promise depends on it, neither goes on; use `get()`, chain a handler instead, or run that handler \
        elsewhere
        """
      ),
      (
        .contradictoryOutcome(first: "fulfilled", second: "rejected with boom", file: "M/G.swift", line: 7),
        """
        M/G.swift:7: contradictory outcome: the promise was fulfilled, and would then have been rejected with boom; call \
        the resolver once
        """
      ),
    ]
    for (event, text) in events { #expect("\(event)" == text) }
  }

  /// Returns the lines about this file that the process of an exit test wrote to standard error.
  private func lines(_ result: ExitTest.Result?) -> [Substring] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("DiagnosticsTextTests.swift") }
  }

  @Test func `by default, debug builds print each event as a line on standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { triggerAllEvents() }
    let line = firstEventLine
    #if DEBUG
      #expect(
        lines(result) == [
          "\(#fileID):\(line): unhandled rejection: one; handle it with `catch` or await the promise",
          "\(#fileID):\(line + 1): abandoned promise: its resolver was released without being called; "
            + "call the resolver on every path",
          "\(#fileID):\(line + 2): abandoned guarantee: its resolver was released without being called; "
            + "its handlers never run; call the resolver on every path",
          "\(#fileID):\(line + 3): cauterized: two",
          "\(#fileID):\(line + 4): wait() blocks the main thread; chain a handler, or await the promise",
        ])
    #else
      #expect(lines(result) == [])
    #endif
  }

  @Test func `handled errors and cancellation print nothing`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Promise<Int>(error: TestError.one).catch(on: nil) { _ in }
      Promise<Int>(error: TestError.one).recover(on: nil) { _ in Guarantee.value(1) }.done(on: nil) { _ in }
      _ = try? await Promise<Int>(error: TestError.one).get()
      Promise<Int>(error: CancellationError()).cauterize()
      _ = Promise<Int>(error: PromiseError.cancelled)
      let (promise, resolver) = Promise<Int>.pending()
      promise.map(on: nil) { $0 }.cancel()
      withExtendedLifetime(resolver) {}
      let (guarantee, seal) = Guarantee<Int>.pending()
      guarantee.done(on: nil) { _ in }
      seal(1)
    }
    #expect(lines(result) == [])
  }
}

/// Triggers every kind of event, one per line.
private func triggerAllEvents() {
  _ = Promise<Int>(error: TestError.one).map(on: nil) { $0 }
  _ = Promise<Int>.pending().promise
  _ = Guarantee<Int>.pending().guarantee
  Promise<Int>(error: TestError.two).cauterize()
  PromiseDiagnostics.handler(.waitOnMainThread(file: #fileID, line: #line))
}

/// The line of the first event.
private let firstEventLine = #line - 8
