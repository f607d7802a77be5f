import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The progress of `when(…, maxConcurrent:)`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenMaxConcurrentProgressTests {
  typealias Pending = [(promise: Promise<Int>, resolver: Resolver<Int>)]

  private func pending(_ count: Int) -> Pending { (0..<count).map { _ in Promise<Int>.pending() } }

  /// Returns the log of the reports that a handler of the promise receives.
  private func reports(of promise: some Thenable) -> Log<String> {
    let log = Log<String>()
    promise.promise.onProgress(on: nil) {
      log("\($0.completedUnitCount)/\($0.totalUnitCount) \(Int(($0.fractionCompleted * 100).rounded())) %")
    }
    return log
  }

  @Test func `running promises count with the fraction that they have reported`() {
    let pending = pending(4)
    let whole = when(fulfilled: pending.map(\.promise).makeIterator(), maxConcurrent: 2)
    let reports = reports(of: whole)
    // The total is unknown until the iterator has ended.
    pending[0].resolver.progress.report(1, of: 2, "first")
    #expect(whole.progress.snapshot.description == "first" && whole.progress.snapshot.fractionCompleted == 0)
    pending[0].resolver.fulfill(0)
    pending[1].resolver.fulfill(1)
    pending[2].resolver.progress.report(1, of: 2)
    #expect(whole.progress.snapshot.fractionCompleted == 0)
    pending[3].resolver.fulfill(3)
    #expect(whole.progress.snapshot.fractionCompleted == 3.5 / 4)
    pending[2].resolver.progress.report(3, of: 4)
    pending[2].resolver.fulfill(2)
    #expect(
      reports.entries.filter { !$0.hasPrefix("0/0") } == [
        "1/0 0 %", "2/0 0 %", "3/0 0 %", "3/4 88 %", "3/4 94 %", "4/4 100 %",
      ])
  }

  @Test func `the total is known from the start if the limit exceeds the number of promises`() {
    let pending = pending(2)
    let whole = when(resolved: pending.map(\.promise).makeIterator(), maxConcurrent: 3)
    let reports = reports(of: whole)
    pending[0].resolver.progress.report(1, of: 2)
    pending[1].resolver.progress.report(1, of: 4)
    pending[1].resolver.reject(TestError.one)
    pending[0].resolver.fulfill(1)
    #expect(reports.entries == ["0/2 25 %", "0/2 38 %", "1/2 75 %", "2/2 100 %"])
  }

  @Test func `a promise that begins later counts with the fraction of the promise that it waits for`() {
    let pending = pending(2)
    let derived = [pending[0].promise, pending[1].promise.map(on: nil) { $0 }.map(on: nil) { $0 }]
    let whole = when(fulfilled: derived.makeIterator(), maxConcurrent: 1)
    let reports = reports(of: whole)
    pending[0].resolver.fulfill(1)
    pending[1].resolver.progress.report(1, of: 2)
    #expect(whole.progress.snapshot.description == "")
    pending[1].resolver.progress.report(1, of: 2, "second")
    #expect(whole.progress.snapshot.description == "second")
    pending[1].resolver.fulfill(1)
    #expect(reports.entries.last == "2/2 100 %")
  }

  @Test func `promises count by weight`() {
    let pending = pending(2)
    pending[0].promise.progress.weight = 3
    let whole = when(fulfilled: pending.map(\.promise).makeIterator(), maxConcurrent: 3)
    let reports = reports(of: whole)
    pending[1].resolver.progress.report(1, of: 2)
    pending[0].resolver.progress.report(1, of: 2)
    pending[0].resolver.fulfill(1)
    pending[1].resolver.fulfill(1)
    #expect(reports.entries == ["0/4 13 %", "0/4 50 %", "3/4 88 %", "4/4 100 %"])
  }

  @Test func `the progress may be requested after promises have settled and others have reported`() {
    let pending = pending(4)
    for input in pending { _ = input.promise.progress }
    let whole = when(fulfilled: pending.map(\.promise).makeIterator(), maxConcurrent: 3)
    pending[1].resolver.fulfill(1)
    pending[0].resolver.progress.report(1, of: 2)
    pending[2].resolver.fulfill(2)
    // Two of four have settled, and the iterator has ended.
    #expect(whole.progress.snapshot == ProgressSnapshot(completed: 2, total: 4, fraction: 2.5 / 4, description: ""))
    pending[3].resolver.progress.report(1, of: 2)
    #expect(whole.progress.snapshot.fractionCompleted == 0.75)
    pending[0].resolver.fulfill(0)
    #expect(whole.progress.snapshot.completedUnitCount == 3)
    pending[3].resolver.fulfill(3)
  }

  @Test func `the progress passes through the steps of a running promise`() {
    let (first, resolver) = Promise<Int>.pending()
    let (second, resolverOfSecond) = Promise<Int>.pending()
    let chain = first.then(on: nil) { _ in second }.map(on: nil) { $0 }
    let progress = when(resolved: [chain].makeIterator(), maxConcurrent: 2).progress
    resolver.progress.report(1, of: 2)
    #expect(progress.snapshot.fractionCompleted == 0.5)
    resolver.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 0)
    resolverOfSecond.progress.report(1, of: 4)
    #expect(progress.snapshot.fractionCompleted == 0.25)
    resolverOfSecond.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 1)
  }

  @Test func `a promise that the iterator returns twice counts twice`() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise, promise, .value(1)].makeIterator(), maxConcurrent: 4)
    let progress = whole.progress
    resolver.progress.report(1, of: 2)
    #expect(progress.snapshot.completedUnitCount == 1 && progress.snapshot.fractionCompleted == 2.0 / 3)
    resolver.fulfill(1)
    #expect(progress.snapshot.completedUnitCount == 3 && whole.isFulfilled)
  }

  @Test func `every promise counts once if many threads settle them while the progress is requested`() async {
    var wrong: [ProgressSnapshot] = []
    for _ in 0..<many(200) {
      let pending = pending(40)
      let whole = when(resolved: pending.map(\.promise).makeIterator(), maxConcurrent: 8)
      await onThreads(4) { thread in
        if thread == 3 {
          _ = whole.progress
        } else {
          for index in 0..<39 where index % 3 == thread { pending[index].resolver.fulfill(index) }
        }
      }
      let before = whole.progress.snapshot
      pending[39].resolver.progress.report(1, of: 2)
      let after = whole.progress.snapshot
      if before != ProgressSnapshot(completed: 39, total: 40, description: "") { wrong.append(before) }
      if after != ProgressSnapshot(completed: 39, total: 40, fraction: 39.5 / 40, description: "") {
        wrong.append(after)
      }
      pending[39].resolver.fulfill(39)
    }
    #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(3))")
  }
}
