import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Invariant 7: nothing is lost in silence, and there are no false alarms.
@Suite(.inScope) struct DiagnosticsTests {
  /// What is reported while `body` runs, and while its promises live.
  private func reports(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log<String>()
    try Scope.$current.withValue(Scope(report: { log("\($0)") }), operation: body)
    return log.entries
  }

  @Test func aRejectionThatNobodySawIsReportedWithTheEndOfItsChain() {
    let line = #line + 3
    let reports = reports {
      _ = Promise<Int>(error: TestError.one).map(on: nil) { $0 + 1 }
        .done(on: nil) { _ in }
    }
    #expect(reports.count == 1)
    #expect(reports[0].hasSuffix("DiagnosticsTests.swift:\(line): unhandled rejection: one"))
  }

  @Test func aRejectionThatSomebodySawIsNot() {
    let failed = { Promise<Int>(error: TestError.one) }
    let reports = reports {
      failed().catch(on: nil) { _ in }
      failed().map(on: nil) { $0 }.catch(on: nil) { _ in }.finally(on: nil) {}.map(on: nil) { $0 }
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

  @Test func anErrorThatAHandlerThrewAfterwardsIsReported() {
    let reports = reports {
      _ = Promise<Int>(error: TestError.one).catch(on: nil) { _ in }.recover(on: nil) { _ -> Int in throw TestError.two
      }
    }
    #expect(reports.count == 1 && reports[0].hasSuffix("two"))
  }

  @Test func lookingWhetherItIsSettledIsNotSeeingTheError() {
    let reports = reports {
      let promise = Promise<Int>(error: TestError.one)
      _ = promise.isPending || promise.isResolved || promise.isRejected || promise.isFulfilled
    }
    #expect(reports.count == 1)
  }

  @Test func lookingWhileItIsPendingIsNotSeeingTheError() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      _ = (promise.value, promise.error, promise.result)
      resolver.reject(TestError.one)
    }
    #expect(reports.count == 1)
  }

  @Test func aConsumerThatWasCancelledHasNotSeenTheError() {
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
    // Both ends of the first were cancelled, and somebody saw the error of the second.
    #expect(reports == [])
  }

  @Test func aWaiterThatWasCancelledHasNotSeenTheError() async {
    let log = Log<String>()
    await Scope.$current.withValue(Scope(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await promise.get()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      resolver.reject(TestError.one)
    }
    #expect(log.count == 1)
  }

  @Test func theHandlerThatIsReplacedIsReleasedOutsideTheLock() async {
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

  @Test func theHandlerNeedsNoMoreStackTheMoreIsReported() async {
    await #expect(processExitsWith: .success) {
      PromiseDiagnostics.handler = { _ in }
      await onSmallStack {
        for _ in 0..<50_000 { _ = Promise<Int>(error: TestError.one) }
      }
    }
  }

  @Test func cancellationIsNotReported() {
    let reports = reports {
      let (promise, resolver) = Promise<Int>.pending()
      promise.done(on: nil) { _ in }.cancel()
      _ = resolver
      _ = Promise<Int>(error: PromiseError.cancelled)
    }
    #expect(reports == [])
  }

  @Test func anAbandonedPromiseIsReportedOnceAtOnce() {
    let line = #line + 2
    let reports = reports {
      _ = Promise<Int>.pending().promise.done(on: nil) { _ in }
    }
    #expect(reports.count == 1)
    #expect(reports[0].contains("DiagnosticsTests.swift:\(line): abandoned promise"))
  }

  @Test func anAbandonedGuaranteeIsReported() {
    let log = Log<String>()
    let reports = reports {
      let (guarantee, _) = Guarantee<Int>.pending()
      guarantee.map(on: nil) { $0 }.done(on: nil) { _ in log("ran") }
    }
    #expect(reports.count == 1 && reports[0].contains("abandoned guarantee"))
    #expect(log.entries == [])
  }

  @Test func aPromiseThatFollowsAnAbandonedGuaranteeIsRejected() {
    var promise: Promise<Int>?
    let reports = reports {
      promise = Guarantee<Int>.pending().guarantee.then(on: nil) { Promise.value($0) }
    }
    #expect(promise?.error is PromiseError && reports.count == 1)
  }

  @Test func aResolverThatWasUsedReportsNothing() {
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

  @Test func theHandlerOfTheProcessCanBeReplaced() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      PromiseDiagnostics.handler = { event in print("seen: \(event)") }
      _ = Promise<Int>(error: TestError.one)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("seen: ") && output.contains("unhandled rejection: one"))
  }
}
