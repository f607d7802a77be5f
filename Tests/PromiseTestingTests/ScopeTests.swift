import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The seam: which promises belong to a test.
struct ScopeTests {
  let queue = DispatchQueue(label: "ScopeTests")

  @Test(.promises(timeLimit: .seconds(280))) func aTestWaitsForItsPromisesAndTheirHandlers() {
    let log = Log<String>()
    let promise = after(.milliseconds(1)).then(on: queue) { Promise.value(1) }.done(on: queue) { _ in log("done") }
    #expect(waitForPromises(timeout: 10))
    #expect(log.entries == ["done"])
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .seconds(280))) func aTestSeesThatTimeRanOut() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!waitForPromises(timeout: 0.001))
    #expect(!waitForPromises(timeout: 0))
    #expect(!waitForPromises(timeout: -1))
    #expect(!waitForPromises(timeout: .milliseconds(1)))
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: 10))
    #expect(promise.value == 1)
  }

  @Test(.promises(timeLimit: .seconds(280))) @MainActor func onTheMainActorTheMainQueueIsKeptRunning() {
    let log = Log<String>()
    let promise = after(.milliseconds(1))
      .then { Promise.value("main actor") }
      .done { text in
        MainActor.preconditionIsolated()
        log(text)
      }
      .then(on: .main) { log("main queue") }
      .then(on: queue) { log("another queue") }
    #expect(waitForPromises(timeout: 10))
    #expect(log.entries == ["main actor", "main queue", "another queue"])
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .seconds(280))) @MainActor func onTheMainActorItGivesUpInTime() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!waitForPromises(timeout: 0.001))
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: .infinity))
    #expect(promise.value == 1)
  }

  @Test(.promises(timeLimit: .seconds(280)), arguments: 0..<4) func testsThatBlockLeaveTasksTheirThreads(_ number: Int)
  {
    let promise = Promise<Int> {
      await Task.yield()
      return number
    }
    #expect(waitForPromises(timeout: 280))
    #expect(promise.value == number)
  }

  @Test func aPlainTestWaitsForHandlersOnTheMainQueue() {
    let log = Log<Int>()
    let promise = Promise.value(1).map { $0 + 1 }.done { log($0) }
    // It waits for every promise of the process, so other tests that run beside this one may keep it waiting longer.
    for _ in 0..<100 where promise.isPending { _ = waitForPromises(timeout: 0.1) }
    #expect(promise.isFulfilled)
    #expect(log.entries == [2])
  }

  @Test(.promises(timeLimit: .seconds(280))) func theScopeCrossesQueuesTimersTasksAndActors() async throws {
    let scope = try #require(Scope.current)
    let scopes = Log<Scope?>()
    @Sendable func note() { scopes(Promise.value(1).scope) }
    let chain = queue.async(.promise) { () throws in note() }
      .then(on: queue) { after(.milliseconds(1)).map(on: DispatchQueue.global()) { note() } }
      .then { _ -> Promise<Void> in
        await Task.yield()
        note()
        return Promise { () async throws in note() }
      }
      .done(on: nil) { note() }
    try await chain.get()
    try await Noter().note(Promise.value(()), note).get()
    #expect(scopes.count == 6)
    #expect(scopes.entries.allSatisfy { $0 === scope })
  }

  actor Noter {
    func note(_ promise: Promise<Void>, _ note: @escaping @Sendable () -> Void) -> Promise<Void> {
      promise.done {
        _ = self
        note()
      }
    }
  }

  @Test(.promises(timeLimit: .seconds(280)), arguments: 0..<8) func eachCaseHasAScopeOfItsOwn(_ number: Int)
    async throws
  {
    // Cases run in parallel: were the scope shared, the others' promises would keep this from being quiet.
    let (_, resolver) = Promise<Int>.pending()
    await after(.milliseconds(number % 3)).get()
    resolver.fulfill(number)
    #expect(await quiet())
  }

  @Test func outsideAScopeThereIsTheScopeOfTheProcess() {
    #expect(Scope.current == nil)
    #expect(Promise.value(1).scope === Scope.processWide)
    #expect(DispatchGroup.promises === Scope.processWide.group)
  }

  @Test func aPromiseThatIsReleasedWhilePendingIsNotWaitedFor() {
    silently {
      var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      #expect(!waitForPromises(timeout: 0))
      pair = nil
      #expect(pair == nil)
      #expect(waitForPromises(timeout: 10))
    }
  }

  /// Notes, when it goes, whether its test still has something under way.
  final class Held: Sendable {
    let group: DispatchGroup
    let log: Log<Bool>

    init(_ group: DispatchGroup, _ log: Log<Bool>) {
      self.group = group
      self.log = log
    }

    deinit { log(group.wait(timeout: .now()) == .timedOut) }

    func touch() {}
  }

  @Test(.promises(timeLimit: .seconds(280))) func theWaitIsNotOverBeforeAHandlerHasLetGoOfWhatItHeld() {
    let isUnderWay = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let held = Held(.promises, isUnderWay)
      promise.done(on: queue) { _ in held.touch() }.catch(on: nil) { _ in }
    }
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: 10))
    #expect(isUnderWay.entries == [true])
  }

  @Test(.promises(timeLimit: .seconds(280))) func whatAHandlerHeldIsGoneWhenTheWaitIsOver() {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    weak var child: Promise<Int>?
    do {
      let object = lifetime.object()
      child = promise.map(on: queue) { number in
        object.touch()
        return number
      }
    }
    #expect(child != nil)
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: 10))
    #expect(child == nil)
    #expect(lifetime.alive == 0)
  }
}

/// Waits without blocking until this test has nothing under way.
private func quiet() async -> Bool {
  await withCheckedContinuation { continuation in
    DispatchGroup.promises.notify(queue: .global()) { continuation.resume(returning: true) }
  }
}
