import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

/// The table “What leaves what running?” in the article *TheBridge*: what becomes of a promise when something ends that
/// waits for it. The tests read the table, and check that each of its cells is true.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WithPromiseScopeTableTests {
  /// What ends, as the table names it.
  enum End: String, CaseIterable {
    case get = "`get()` in a canceled task"
    case getInScope = "the same, in a scope"
    case getForwarding = "`get(cancellation: .forward)` in a canceled task"
    case getLeavingInScope = "`get(cancellation: .leave)` in a canceled task, in a scope"
    case getWithTimeout = "`get(timeout:)` in a canceled task"
    case limitOfGet = "`get(timeout:)` whose limit expires"
    case limitOfSparingGet = "`get(timeout:losers: .spare)` whose limit expires"
    case taskOfPromise = "`Task(promise)`, canceled"
    case taskGroup = "a canceled task group with `addPromise(promise)`"
    case loop = "a loop over `[promise].inInputOrder` in a canceled task"
    case timeout = "`promise.timeout(seconds:)` that expires"
    case race = "`race(promise, other)`, won by the other"
    case sparingRace = "`race(promise, other, losers: .spare)`, won by the other"
    case when = "`when(fulfilled: promise, other)`, rejected by the other"
    case canceledStep = "`promise.map { … }`, canceled"
    case releasedStep = "`promise.map { … }`, released"
    case cancel = "`promise.cancel()`"
    case release = "the last reference to the promise"
    case canceledScope = "a scope with the promise as a member, canceled"
    case releasedScope = "a scope with the promise as a member, released"
  }

  @Test func `the table has a row for each end`() throws {
    #expect(try Self.table().map { $0[0] } == ["what ends"] + End.allCases.map(\.rawValue))
  }

  @Test(arguments: End.allCases, [false, true])
  func `each cell of the table says whether the work goes on`(_ end: End, _ isShared: Bool) async throws {
    let row = try #require(try Self.table().first { $0[0] == end.rawValue })
    let work = Work()
    let other = isShared ? work.promise.map(on: nil) { $0 } : nil
    try await work.meet(end)
    #expect((work.isCanceled ? "is canceled" : "goes on") == row[isShared ? 2 : 1])
    work.resolver.fulfill(1)
    _ = await other?.getResult()
  }

  /// The cells of the table, row by row, the heading first.
  private static func table() throws -> [[String]] {
    try TestSupport.table(in: "PromiseConcurrency/PromiseConcurrency.docc/TheBridge.md", headed: "what ends")
  }
}

/// Work that a resolver settles, and the promise of it.
private final class Work: Sendable {
  let resolver: Resolver<Int>
  private let reference: Lock<Promise<Int>?>

  init() {
    let (promise, resolver) = Promise<Int>.pending()
    self.resolver = resolver
    reference = Lock(promise)
  }

  var promise: Promise<Int> { reference.withLock { $0 }! }

  /// Whether the work has been told to end.
  var isCanceled: Bool { resolver.isCancelled }

  /// Lets something end that waits for the promise.
  func meet(_ end: WithPromiseScopeTableTests.End) async throws {
    switch end {
    case .get: await inCanceledTask { try await self.promise.get() }
    case .getInScope: await inCanceledTask { try await withPromiseScope { _ in try await self.promise.get() } }
    case .getForwarding: await inCanceledTask { try await self.promise.get(cancellation: .forward) }
    case .getLeavingInScope:
      await inCanceledTask { try await withPromiseScope { _ in try await self.promise.get(cancellation: .leave) } }
    case .getWithTimeout: await inCanceledTask { try await self.promise.get(timeout: .seconds(5), clock: HandClock()) }
    case .limitOfGet: try await pastLimit { try await self.promise.get(timeout: .seconds(5), clock: $0) }
    case .limitOfSparingGet:
      try await pastLimit { try await self.promise.get(timeout: .seconds(5), losers: .spare, clock: $0) }
    case .taskOfPromise:
      let task = Task(promise)
      task.cancel()
      _ = await task.result
    case .taskGroup:
      await inCanceledTask {
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addPromise(self.promise)
          return try await group.next()
        }
      }
    case .loop: await inCanceledTask { for try await _ in [self.promise].inInputOrder {} }
    case .timeout: _ = await promise.timeout(seconds: 0).getResult()
    case .race: _ = try await PromiseScoping.race(promise, .value(2)).get()
    case .sparingRace: _ = try await PromiseScoping.race(promise, .value(2), losers: .spare).get()
    case .when: _ = await PromiseScoping.when(fulfilled: promise, Promise<Int>(error: TestError.one)).getResult()
    case .canceledStep: promise.map(on: nil) { $0 }.cancel()
    case .releasedStep: _ = promise.map(on: nil) { $0 }
    case .cancel: promise.cancel()
    case .release: _ = reference.withLock { $0.take() }
    case .canceledScope:
      let scope = PromiseScope()
      promise.store(in: scope)
      scope.cancel()
    case .releasedScope: promise.store(in: PromiseScope())
    }
  }

  /// Runs a function in a task that is canceled when it waits for the promise.
  private func inCanceledTask(_ body: @escaping @Sendable () async throws -> some Sendable) async {
    let observers = promise.any.observerCount
    let task = Task { _ = try await body() }
    await wait { self.promise.any.observerCount > observers }
    task.cancel()
    _ = await task.result
  }

  private func pastLimit(_ body: @escaping @Sendable (HandClock) async throws -> Int) async throws {
    let clock = HandClock()
    let task = Task { try await body(clock) }
    try await clock.slept(1)
    clock.advance(by: .seconds(5))
    _ = await task.result
  }
}
