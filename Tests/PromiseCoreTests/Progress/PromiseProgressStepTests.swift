import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The progress of promises whose producer waits for one promise after another: `retry`, `until` and `reduce`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseProgressStepTests {
  /// The promises that the steps of a loop have returned, which the test settles.
  private struct Steps<Value: Sendable>: Sendable {
    private let resolvers = Log<Resolver<Value>>()

    func next() -> Promise<Value> {
      let (promise, resolver) = Promise<Value>.pending()
      resolvers(resolver)
      return promise
    }

    var count: Int { resolvers.count }

    subscript(index: Int) -> Resolver<Value> { resolvers.entries[index] }
  }

  /// Returns the log of the reports that a handler of the promise receives.
  private func reports(of promise: Promise<some Any>) -> Log<String> {
    let log = Log<String>()
    promise.onProgress(on: nil) { log("\($0.completedUnitCount)/\($0.totalUnitCount)") }
    return log
  }

  @Test func `the progress of retry is that of the current attempt`() {
    let attempts = Steps<Int>()
    let whole = retry(on: nil, attempts: 2, delay: 0) { attempts.next() }
    let reports = reports(of: whole)
    attempts[0].progress.report(3, of: 4)
    #expect(whole.progress.snapshot.fractionCompleted == 0.75)
    attempts[0].reject(TestError.one)
    #expect(whole.progress.snapshot.fractionCompleted == 0)
    attempts[1].progress.report(1, of: 5)
    attempts[1].reject(TestError.two)
    attempts[2].progress.report(1, of: 2, "third")
    #expect(whole.progress.snapshot.description == "third")
    attempts[2].fulfill(1)
    #expect(reports.entries == ["3/4", "0/0", "1/5", "0/0", "1/2", "2/2"])
  }

  @Test func `the progress of retry may be requested before the first attempt and during a later one`() async throws {
    let queue = MarkedQueue(isActive: false)
    let attempts = Steps<Int>()
    let early = retry(on: queue.queue, attempts: 1, delay: 0) { attempts.next() }
    let reports = reports(of: early)
    queue.queue.activate()
    queue.queue.sync {}
    attempts[0].progress.report(1, of: 2)
    #expect(reports.entries == ["1/2"])
    attempts[0].fulfill(1)
    let late = retry(on: nil, attempts: 1, delay: 0) { attempts.next() }
    attempts[1].progress.report(1, of: 2)
    attempts[1].reject(TestError.one)
    #expect(late.progress.snapshot.fractionCompleted == 0)
    attempts[2].progress.report(3, of: 4)
    #expect(late.progress.snapshot.fractionCompleted == 0.75)
    attempts[2].fulfill(1)
    #expect(try await early.get() == 1 && late.value == 1)
  }

  @Test func `the progress of retry keeps its value during the delay between two attempts`() {
    let attempts = Steps<Int>()
    let whole = retry(on: nil, attempts: 1, delay: .seconds(10_000)) { attempts.next() }
    let reports = reports(of: whole)
    attempts[0].progress.report(3, of: 4)
    attempts[0].reject(TestError.one)
    #expect(attempts.count == 1 && whole.progress.snapshot.fractionCompleted == 0.75)
    #expect(retry(on: nil, delay: 0) { whole }.progress.snapshot.fractionCompleted == 0.75)
    whole.cancel()
    #expect(reports.entries == ["3/4"])
  }

  @Test func `the progress of an attempt that adopts another promise is shown`() {
    let attempts = Steps<Int>()
    let (start, resolver) = Promise<Void>.pending()
    let whole = retry(on: nil, delay: 0) { start.then(on: nil) { attempts.next() }.map(on: nil) { $0 } }
    let reports = reports(of: whole)
    resolver.progress.report(1, of: 3)
    resolver.fulfill()
    attempts[0].progress.report(2, of: 3)
    attempts[0].fulfill(1)
    #expect(reports.entries == ["1/3", "0/0", "2/3", "3/3"])
  }

  @Test func `the progress of until is that of the current promise`() {
    let steps = Steps<Bool>()
    let whole = until(on: nil) { steps.next() }
    let reports = reports(of: whole)
    steps[0].progress.report(1, of: 4)
    steps[0].fulfill(false)
    steps[1].progress.report(2, of: 4)
    steps[1].fulfill(true)
    #expect(reports.entries == ["1/4", "0/0", "2/4", "4/4"])
  }

  @Test func `the progress of reduce is that of its source and then of the current step`() {
    let steps = Steps<Int>()
    let (start, resolver) = Promise<Int>.pending()
    let whole = start.reduce(on: nil, [1, 2]) { _, _ in steps.next() }
    let reports = reports(of: whole)
    resolver.progress.report(1, of: 2)
    resolver.fulfill(0)
    steps[0].progress.report(1, of: 3)
    steps[0].fulfill(1)
    steps[1].progress.report(1, of: 4)
    steps[1].fulfill(2)
    #expect(reports.entries == ["1/2", "0/0", "1/3", "0/0", "1/4", "4/4"])
  }

  @Test func `a loop with progress takes neither stack nor memory for each step`() async {
    await onSmallStack {
      let count = Lock(0)
      let whole = until(on: nil) {
        Promise.value(
          count.withLock { count -> Bool in
            count += 1
            return count == many(100_000)
          })
      }
      #expect(whole.progress.snapshot.fractionCompleted == 1 && whole.isFulfilled)
      let (start, resolver) = Promise<Int>.pending()
      let sum = start.reduce(on: nil, 0..<many(20_000)) { Promise.value($0 &+ $1) }
      let progress = sum.progress
      resolver.fulfill(0)
      #expect(sum.isFulfilled && progress.snapshot.fractionCompleted == 1)
    }
  }

  @Test func `attempts that end on many threads show the progress of the last one`() {
    let rounds = (0..<raceCount / 4).map { _ in Steps<Int>() }
    let wholes = rounds.map { steps in retry(on: nil, attempts: 1, delay: 0) { steps.next() } }
    collide(
      Array(zip(rounds, wholes)), { $0.0[0].reject(TestError.one) }, other: { _ = $0.1.progress })
    for steps in rounds { steps[1].progress.report(1, of: 2) }
    let wrongCount = wholes.count { $0.progress.snapshot.fractionCompleted != 0.5 }
    #expect(wrongCount == 0)
    for steps in rounds { steps[1].fulfill(1) }
  }
}
