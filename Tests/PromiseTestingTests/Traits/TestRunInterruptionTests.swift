import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests that every wait of a test ends when the test is canceled or its time limit expires, whichever comes first.
///
/// A wait that does not end keeps the test running until its own limit.
@Suite(.sharingProcessors) struct TestRunInterruptionTests {
  /// What ends a test.
  enum Event: CaseIterable {
    case timeLimit, task, group, timeoutOfTheUser, cancellationBeforeTheStart
  }

  /// A wait that never ends by itself.
  enum Wait: CaseIterable {
    case hang, wait, waitForPromises
    case get, getInAnotherTask, promisesSettled, expectFulfilled, sleep
    case guaranteeOfATimer, derivedGuarantee, guaranteeOfAResolver, waitForGuarantee, hangOfGuarantee
    case getOfNoTest, getOfNoTestInAnotherTask, waitForNoTest, hangOfNoTest
    case advancePastABlockedHandler, advance, advanceBlocking, runToEnd, runToEndBlocking, manualSleep
  }

  @Test(arguments: Event.allCases, Wait.allCases) func `a wait ends with its test`(_ event: Event, _ wait: Wait)
    async throws
  {
    let kept = Kept()
    let trait: PromisesTrait = .promises(
      timeLimit: event == .timeLimit ? .milliseconds(100) : .testLimit, pending: .ignore, unhandled: .ignore,
      abandoned: .ignore, time: wait.time)
    let found = try await issues(of: trait, endedBy: event) { waiting in
      waiting.open()
      try await wait.perform(kept)
    }
    kept.endCase()
    let failures = found.filter(\.isFailure).map(\.text)
    if event == .timeLimit {
      #expect(failures.count == 1 && failures[0].hasPrefix("time limit of 100 ms exceeded"))
    } else {
      #expect(failures.isEmpty)
    }
  }

  @Test func `a test that is canceled while it waits says what is pending`() async throws {
    let kept = Kept()
    let line = #line + 2
    let found = try await issues(endedBy: .task) { waiting in
      let (promise, resolver) = Promise<Int>.pending()
      kept.keep(resolver)
      waiting.open()
      _ = try await promise.get()
    }
    #expect(found.count == 1)
    #expect(found.first?.isFailure == false)
    let text = try #require(found.first?.text)
    #expect(text.hasPrefix("the test was canceled before its time limit of "))
    #expect(text.contains("\npending: a promise created at \(#fileID):\(line); it waits for its resolver"))
  }

  @Test func `a test that is canceled after its body has returned says what is pending`() async throws {
    let kept = Kept()
    let found = try await issues(endedBy: .task) { waiting in
      kept.keep(Promise<Int>.pending().resolver)
      waiting.open()
    }
    #expect(found.count == 1)
    #expect(found.first?.isFailure == false)
    #expect(found.first?.text.contains("it waits for its resolver") == true)
  }

  @Test func `promises are canceled however quickly the body ends`() async throws {
    for _ in 0..<200 {
      let (promise, kept) = (Log<Promise<Int>>(), Kept())
      _ = try await issues(endedBy: .task) { waiting in
        promise(kept.promise())
        waiting.open()
        _ = try await promise.entries[0].get()
      }
      #expect(promise.entries[0].isCancelled)
    }
  }

  @Test(arguments: [PromiseTime.real, .manual])
  func `a time limit that expires while nothing is pending says so`(_ time: PromiseTime) async throws {
    let found = try await issues(of: .promises(timeLimit: .milliseconds(100), time: time), endedBy: .timeLimit) { _ in
      try await suspendUntilCanceled()
    }
    #expect(found.count == 1)
    let lines = try #require(found.first).text.split(separator: "\n")
    #expect(lines[0].hasSuffix("the test is canceled; none of its promises is pending"))
    #expect(
      lines.last
        == "find what else the body waits for, or set a longer limit with `.promises(timeLimit:)`")
  }

  @Test func `a clock that blocks its test stops advancing when the test is over`() async throws {
    let (clocks, mayReturn) = (Log<ManualClock>(), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "TestRunInterruptionTests")
    @Sendable func advance(_ clock: ManualClock) { clock.advance(by: .seconds(2)) }
    _ = try await issues(
      of: .promises(timeLimit: .milliseconds(100), pending: .ignore, time: .manual), endedBy: .timeLimit
    ) { _ in
      clocks(try ManualClock.current)
      after(seconds: 1).done(on: queue) { mayReturn.wait() }
      advance(clocks.entries[0])
    }
    await wait { !clocks.entries[0].isAdvancing }
    mayReturn.signal()
  }

  @Test func `a canceled test without pending promises records nothing`() async throws {
    let found = try await issues(endedBy: .task) { waiting in
      waiting.open()
      try await suspendUntilCanceled()
    }
    #expect(found.isEmpty)
  }

  /// Runs `body` as the body of a test that an event ends, once `body` has opened a gate. Returns the issues.
  private func issues(
    of trait: PromisesTrait = .promises(timeLimit: .testLimit), endedBy event: Event,
    _ body: @escaping @Sendable (Gate) async throws -> Void
  ) async throws -> [RecordedIssue] {
    let test = try #require(Test.current)
    let waiting = Gate()
    return try await collectIssues {
      try? await event.run(after: waiting) {
        try await trait.provideScope(for: test, testCase: Test.Case.current) { try await body(waiting) }
      }
    }
  }
}

extension TestRunInterruptionTests.Event {
  /// Runs a test, which this event cancels once a gate has been opened.
  fileprivate func run(after waiting: Gate, _ test: @escaping @Sendable () async throws -> Void) async throws {
    switch self {
    case .timeLimit: try await test()
    case .cancellationBeforeTheStart:
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await test()
      }
      task.cancel()
      try await task.value
    case .task:
      let task = Task { try await test() }
      try await waiting.opened()
      task.cancel()
      try await task.value
    case .group:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await test() }
        try await waiting.opened()
        group.cancelAll()
        try await group.waitForAll()
      }
    case .timeoutOfTheUser:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await test() }
        group.addTask {
          try await waiting.opened()
          throw TestError.one
        }
        try await group.next()
      }
    }
  }
}

extension TestRunInterruptionTests.Wait {
  /// The clock of the test.
  fileprivate var time: PromiseTime {
    switch self {
    case .advancePastABlockedHandler, .advance, .advanceBlocking, .runToEnd, .runToEndBlocking, .manualSleep: .manual
    default: .real
    }
  }

  /// Waits.
  fileprivate func perform(_ kept: Kept) async throws {
    switch self {
    case .get: _ = try await kept.promise().get()
    case .getInAnotherTask: _ = await Task { try await kept.promise().get() }.result
    case .getOfNoTest: _ = try await kept.ofNoTest.promise.get()
    case .getOfNoTestInAnotherTask: _ = await Task { try await kept.ofNoTest.promise.get() }.result
    case .promisesSettled:
      let promise = kept.promise()
      await PromiseTesting.promisesSettled(timeout: 86_400)
      withExtendedLifetime(promise) {}
    case .expectFulfilled: try await PromiseTesting.expectFulfilled(kept.promise(), within: .seconds(86_400))
    case .sleep: try await Task.sleep(nanoseconds: 86_400_000_000_000)
    case .guaranteeOfATimer: await after(.seconds(86_400)).get()
    case .derivedGuarantee: _ = await after(.seconds(86_400)).map { 1 }.then { Guarantee.value($0) }.get()
    case .guaranteeOfAResolver: await kept.guarantee().get()
    case .advance: try await stuckHandler(kept).advance(by: .seconds(1))
    case .advancePastABlockedHandler: try await blockedHandler(kept).advance(by: .seconds(1))
    case .runToEnd:
      addTimersEndlessly(until: kept.caseIsOver)
      try await ManualClock.current.runToEnd(limit: .never)
    case .manualSleep:
      let clock = try ManualClock.current
      try await clock.sleep(until: ManualClock.Instant(nanoseconds: 1))
    default: try block(kept)
    }
  }

  /// Blocks the calling thread.
  private func block(_ kept: Kept) throws {
    switch self {
    case .hang: _ = try PromiseTesting.hang(kept.promise())
    case .wait: _ = try kept.promise().wait()
    case .waitForNoTest: _ = try kept.ofNoTest.promise.wait()
    case .hangOfNoTest: _ = try PromiseTesting.hang(kept.ofNoTest.promise)
    case .waitForPromises:
      let promise = kept.promise()
      _ = PromiseTesting.waitForPromises(timeout: 86_400)
      withExtendedLifetime(promise) {}
    case .waitForGuarantee: kept.guarantee().wait()
    case .hangOfGuarantee: _ = try PromiseTesting.hang(kept.guarantee())
    case .advanceBlocking: try stuckHandler(kept).advance(by: .seconds(1))
    case .runToEndBlocking:
      addTimersEndlessly(until: kept.caseIsOver)
      try ManualClock.current.runToEnd(limit: .never)
    default: break
    }
  }

  /// Returns the clock of a test in which a handler never returns by itself.
  private func stuckHandler(_ kept: Kept) throws -> ManualClock {
    after(.milliseconds(1)).map(on: kept.queue) { _ = try? kept.promise().wait() }.cauterize()
    return try ManualClock.current
  }

  /// Returns the clock of a test in which a handler blocks its thread until the test case has ended.
  private func blockedHandler(_ kept: Kept) throws -> ManualClock {
    after(.milliseconds(1)).map(on: kept.queue) { kept.end.wait() }.cauterize()
    return try ManualClock.current
  }

  /// Adds a timer whenever the previous one has fired, until the test case has ended.
  private func addTimersEndlessly(until end: OnceFlag) {
    if !end.isClaimed { after(.milliseconds(1)).done { addTimersEndlessly(until: end) } }
  }
}

/// Promises whose resolvers are kept, so that they stay pending.
private final class Kept: Sendable {
  private let resolvers = Log<any Sendable>()
  /// The queue of handlers that block. It has a thread of its own.
  let queue = DispatchQueue(label: "TestRunInterruptionTests")
  /// Signaled when the test case has ended.
  let end = DispatchSemaphore(value: 0)

  /// A promise that was created outside of the test.
  let ofNoTest = Promise<Int>.pending()

  /// Claimed when the test case has ended.
  let caseIsOver = OnceFlag()

  /// Ends what still runs.
  func endCase() {
    caseIsOver.claim()
    end.signal()
  }

  deinit { ofNoTest.resolver.fulfill(0) }

  func keep(_ resolver: any Sendable) { resolvers(resolver) }

  func promise() -> Promise<Int> {
    let (promise, resolver) = Promise<Int>.pending()
    keep(resolver)
    return promise
  }

  func guarantee() -> Guarantee<Void> {
    let (guarantee, resolver) = Guarantee<Void>.pending()
    keep(resolver)
    return guarantee
  }
}
