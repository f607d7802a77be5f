import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Unhandled errors and abandoned promises are reported, and there are no false alarms.
@Suite(.sharingProcessors) struct DiagnosticsTests {
  /// Returns the events reported while `body` runs and until its promises are released.
  private func reports(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log<String>()
    try PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
    return log.entries
  }

  @Test func `an unhandled rejection is reported once, with the creation site of the last promise`() {
    let line = #line + 3
    let reports = reports {
      _ = Promise<Int>(error: TestError.one).map(on: nil) { $0 + 1 }
        .done(on: nil) { _ in }
    }
    #expect(reports.count == 1)
    #expect(reports[0].contains("DiagnosticsTests.swift:\(line): unhandled rejection: one; handle it"))
  }

  @Test func `a handled rejection is not reported`() {
    let failed = { Promise<Int>(error: TestError.one) }
    let reports = reports {
      failed().catch(on: nil) { _ in }
      failed().map(on: nil) { $0 }.catch(on: nil) { _ in }.ensure(on: nil) {}.map(on: nil) { $0 }
        .done(on: nil) { _ in }.ensure(on: nil) {}
      _ = failed().error
      _ = failed().result
      failed().pipe { _ in }
      failed().recover(on: nil) { _ in Guarantee.value(1) }
      when(fulfilled: [failed(), failed()]).catch(on: nil) { _ in }
      race(failed(), failed()).catch(on: nil) { _ in }
    }
    #expect(reports == [])
  }

  @Test func `an error thrown by a handler after catch is reported`() {
    let reports = reports {
      _ = Promise<Int>(error: TestError.one).catch(on: nil) { _ in }.recover(on: nil) { _ -> Promise<Int> in
        throw TestError.two
      }
    }
    #expect(reports.count == 1 && reports[0].contains("unhandled rejection: two;"))
  }

  @Test func `reading the state of a rejected promise does not handle its error`() {
    let reports = reports {
      let promise = Promise<Int>(error: TestError.one)
      _ = promise.isPending || promise.isSettled || promise.isRejected || promise.isFulfilled
    }
    #expect(reports.count == 1)
  }

  @Test func `reading the result of a pending promise does not handle a later error`() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      _ = (promise.value, promise.error, promise.result)
      resolver.reject(TestError.one)
    }
    #expect(reports.count == 1)
  }

  @Test func `canceled consumers do not handle errors, and canceled chains report none`() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      let other = promise.map(on: nil) { $0 }
      promise.done(on: nil) { _ in }.cancel()
      other.cancel()
      _ = resolver
      let (second, failing) = Promise<Int>.pending()
      let wanted = second.map(on: nil) { $0 }
      second.done(on: nil) { _ in }.cancel()
      failing.reject(TestError.one)
      _ = wanted.error
    }
    // Both consumers of the first promise were canceled, and the error of the second was read.
    #expect(reports == [])
  }

  @Test func `a waiting task that was canceled does not handle a later error`() async {
    let log = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await promise.get()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      resolver.reject(TestError.one)
    }
    // The thread of the task may release the promise last.
    await wait { log.count > 0 }
    #expect(log.count == 1)
  }

  @Test func `a replaced diagnostics handler is released outside of the lock`() async {
    await #expect(processExitsWith: .success) {
      final class Rejecting: Sendable {
        deinit { _ = Promise<Int>(error: TestError.one) }
      }
      do {
        let rejecting = Rejecting()
        PromiseDiagnostics.handler = { _ in _ = rejecting }
      }
      PromiseDiagnostics.handler = { _ in }
    }
  }

  @Test func `many reports need no more stack than one`() async {
    await #expect(processExitsWith: .success) {
      PromiseDiagnostics.handler = { _ in }
      await onSmallStack {
        for _ in 0..<50_000 { _ = Promise<Int>(error: TestError.one) }
      }
    }
  }

  @Test func `cancellation is not reported`() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      promise.done(on: nil) { _ in }.cancel()
      _ = resolver
      _ = Promise<Int>(error: PromiseError.cancelled)
    }
    #expect(reports == [])
  }

  @Test func `an abandoned promise is reported once, when it is abandoned`() {
    let line = #line + 2
    let reports = reports {
      _ = Promise<Int>.pending().promise.done(on: nil) { _ in }
    }
    #expect(reports.count == 1)
    #expect(reports[0].contains("DiagnosticsTests.swift:\(line): abandoned promise"))
  }

  @Test func `an abandoned guarantee is reported and its handlers do not run`() {
    let log = Log<String>()
    let reports = reports {
      let (guarantee, _) = Guarantee<Int>.pending()
      guarantee.map(on: nil) { $0 }.done(on: nil) { _ in log("ran") }
    }
    #expect(reports.count == 1 && reports[0].contains("abandoned guarantee"))
    #expect(log.entries == [])
  }

  @Test func `a promise that adopts an abandoned guarantee is rejected`() {
    var promise: Promise<Int>?
    let reports = reports {
      promise = Guarantee<Int>.pending().guarantee.then(on: nil) { Promise.value($0) }
    }
    #expect(promise?.error is PromiseError && reports.count == 1)
  }

  @Test func `a resolver that was called reports nothing`() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      _ = promise
      let (guarantee, seal) = Guarantee<Int>.pending()
      seal(1)
      _ = guarantee
    }
    #expect(reports == [])
  }

  @Test func `the handler of the process can be replaced`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      PromiseDiagnostics.handler = { event in print("reported: \(event)") }
      _ = Promise<Int>(error: TestError.one)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("reported: ") && output.contains("unhandled rejection: one;"))
  }
}
