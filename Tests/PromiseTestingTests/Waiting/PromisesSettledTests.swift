// Also tests: Alarm.
import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `promisesSettled`, which waits for the promises of a test.
@Suite(.sharingProcessors) struct PromisesSettledTests {
  @Test(.promises(timeLimit: .testLimit)) func `promisesSettled waits for handlers that are in flight`() async {
    let log = Log<Int>()
    after(.milliseconds(2)).done(on: .global()) { log(1) }.done(on: .global()) { log(2) }
    #expect(await promisesSettled(timeout: .testLimit))
    #expect(log.entries == [1, 2])
  }

  @Test(
    .promises(timeLimit: .testLimit),
    arguments: [.seconds(0), .seconds(-1), .milliseconds(2)] as [DispatchTimeInterval])
  func `promisesSettled returns false after the timeout`(_ limit: DispatchTimeInterval) async {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!(await promisesSettled(timeout: limit)))
    resolver.fulfill(1)
    #expect(await promisesSettled(timeout: .seconds(.max)))
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .testLimit), arguments: [.seconds(0), .seconds(-1), .milliseconds(2)] as [Duration])
  func `the timeout of promisesSettled may be a Duration`(_ limit: Duration) async {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!(await promisesSettled(timeout: limit)))
    resolver.fulfill(1)
    let longLimit: Duration = .testLimit
    #expect(await promisesSettled(timeout: longLimit))
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .testLimit), arguments: [0, -1, 0.001, .nan])
  func `the timeout of promisesSettled may be a number of seconds`(_ limit: Double) async {
    let later = after(seconds: 5)
    #expect(!(await promisesSettled(timeout: limit)))
    later.cancel()
    #expect(await promisesSettled(timeout: .infinity))
  }

  @Test(.promises(timeLimit: .testLimit)) func `a canceled task does not wait`() async {
    let (_, resolver) = Promise<Int>.pending()
    let task = Task { await promisesSettled(timeout: .seconds(1_000)) }
    task.cancel()
    #expect(!(await task.value))
    resolver.fulfill(1)
  }

  @Test(.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<5)))
  func `promisesSettled works in a shuffled order`() async {
    let log = Log<Int>()
    for number in 0..<5 { Promise.value(number).done(on: .global()) { log($0) }.catch { _ in } }
    #expect(await promisesSettled(timeout: .testLimit))
    #expect(log.count == 5)
  }
}
