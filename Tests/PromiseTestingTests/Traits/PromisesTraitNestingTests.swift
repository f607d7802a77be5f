import Dispatch
import PromiseTesting
import TestSupport
import Testing

private let suiteQueue = MarkedQueue("suite")
private let testQueue = MarkedQueue("test")

/// Tests that a setting of a test overrides the setting of its suite, and that other settings are inherited.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, queue: suiteQueue.queue, time: .manual))
struct PromisesTraitNestingTests {
  @Test func `a test inherits the settings of its suite`() async throws {
    let clock = try ManualClock.current
    let promise = after(.seconds(1)).map { suiteQueue.isCurrent }
    await clock.advance(by: .seconds(1))
    #expect(promise.value == true)
  }

  @Test(.promises(queue: testQueue.queue)) func `a setting of the test overrides the setting of the suite`()
    async throws
  {
    let clock = try ManualClock.current
    let promise = after(.seconds(1)).map { testQueue.isCurrent }
    await clock.advance(by: .seconds(1))
    #expect(promise.value == true)
  }

  @Test(.promises(time: .real)) func `a test can undo a setting of the suite`() async throws {
    #expect(throws: (any Error).self) { try ManualClock.current }
    #expect(await after(.milliseconds(1)).map { suiteQueue.isCurrent }.get())
  }

  @Suite(.promises(pending: .ignore)) struct Inner {
    @Test(.promises(queue: testQueue.queue), .promises(time: .real)) func `several traits of one test are combined`()
      async throws
    {
      let (_, resolver) = Promise<Int>.pending()
      defer { resolver.fulfill(1) }
      #expect(await after(.milliseconds(1)).map { testQueue.isCurrent }.get())
    }
  }

  @Test(arguments: 0..<3) func `each case of a parameterized test has its own clock`(_ number: Int) async throws {
    let clock = try ManualClock.current
    await clock.advance(by: .seconds(number))
    #expect(clock.now.offset == .seconds(number))
  }
}
