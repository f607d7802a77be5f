import PromiseSharing
import PromiseTesting
import TestSupport
import Testing

// Also tests: Moment.

/// How long values are kept, and when they are refreshed.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, time: .manual)) struct PromiseExpiryTests {
  private let loads = Log<Int>()

  private func makeShared(_ expiry: PromiseExpiry<Int>) -> SharedPromise<Int> {
    SharedPromise(expiry: expiry) { [loads] in
      loads(loads.count + 1)
      return Promise.value(loads.count)
    }
  }

  @Test func `a value expires on the clock of the test`() async throws {
    let shared = makeShared(.after(seconds: 60))
    #expect(try await shared.get() == 1)
    try await ManualClock.current.advance(by: .seconds(59))
    #expect(try await shared.get() == 1)
    try await ManualClock.current.advance(by: .seconds(1))
    #expect(shared.value == nil)
    #expect(try await shared.get() == 2)
  }

  @Test func `the value may determine its lifetime`() async throws {
    let shared = makeShared(.after { $0 == 1 ? 10 : 20 })
    #expect(try await shared.get() == 1)
    try await ManualClock.current.advance(by: .seconds(10))
    #expect(try await shared.get() == 2)
    try await ManualClock.current.advance(by: .seconds(10))
    #expect(try await shared.get() == 2)
    try await ManualClock.current.advance(by: .seconds(10))
    #expect(try await shared.get() == 3)
  }

  @Test func `a duration, infinity and a condition`() async throws {
    let byDuration = makeShared(.after(Duration.seconds(1)))
    let forever = makeShared(.after(seconds: .infinity))
    let isOutdated = Log<Void>()
    let byCondition = makeShared(.when { _ in isOutdated.count == 1 })
    _ = try await byDuration.get()
    _ = try await forever.get()
    let value = try await byCondition.get()
    try await ManualClock.current.advance(by: .seconds(100_000_000))
    #expect(byDuration.value == nil)
    #expect(forever.value != nil)
    #expect(byCondition.value == value)
    isOutdated(())
    #expect(byCondition.value == nil)
  }

  @Test(arguments: [
    PromiseExpiry<Int>.after(seconds: 60, refreshAhead: 10), .after(refreshAhead: 10) { _ in 60 },
    .after(Duration.seconds(60), refreshAhead: .seconds(10)),
  ]) func `a value that is due is returned and refreshed in the background`(_ expiry: PromiseExpiry<Int>) async throws {
    let shared = makeShared(expiry)
    #expect(try await shared.get() == 1)
    try await ManualClock.current.advance(by: .seconds(49))
    #expect(try await shared.get() == 1)
    #expect(loads.count == 1)
    try await ManualClock.current.advance(by: .seconds(1))
    #expect(try await shared.get() == 1)
    await wait { shared.value == 2 }
    try await ManualClock.current.advance(by: .seconds(49))
    #expect(try await shared.get() == 2)
    #expect(loads.count == 2)
  }

  @Test func `a condition may ask for a refresh`() async throws {
    let shared = makeShared(.when({ _ in false }, refreshWhen: { $0 == 1 }))
    #expect(try await shared.get() == 1)
    #expect(try await shared.get() == 1)
    await wait { shared.value == 2 }
    #expect(try await shared.get() == 2)
    #expect(loads.count == 2)
  }

  @Test func `a value stays if its refresh fails, and the error is reported`() async {
    let (resolvers, reported) = (Log<Resolver<Int>>(), Log<String>())
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let shared = SharedPromise(expiry: .when({ _ in false }, refreshWhen: { $0 == 1 })) {
        Promise<Int> { resolvers($0) }
      }
      shared.store(1)
      #expect(shared.promise().value == 1)
      await wait { resolvers.count == 1 }
      #expect(shared.promise().value == 1)
      resolvers.entries[0].reject(TestError.one)
      // The load ends when the promise that it adopts has passed the error on.
      await wait { shared.promise().value == 1 && resolvers.count == 2 }
      resolvers.entries[1].fulfill(2)
      await wait { shared.value == 2 }
    }
    await wait { reported.count == 1 }
    #expect(reported.entries[0].contains("one"))
    #expect(resolvers.count == 2)
  }

  @Test func `callers that come after the expiry join the refresh`() async throws {
    let resolvers = Log<Resolver<Int>>()
    let shared = SharedPromise(expiry: .after(seconds: 60, refreshAhead: 10)) { Promise<Int> { resolvers($0) } }
    shared.store(1)
    try await ManualClock.current.advance(by: .seconds(50))
    #expect(shared.promise().value == 1)
    await wait { resolvers.count == 1 }
    try await ManualClock.current.advance(by: .seconds(10))
    let late = [shared.promise(), shared.promise()]
    resolvers.entries[0].fulfill(2)
    #expect(try await when(fulfilled: late).get() == [2, 2])
    #expect(resolvers.count == 1)
  }
}

/// Values on the clock of the system.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseExpiryInRealTimeTests {
  @Test func `a value expires when its time has passed`() async throws {
    let shared = SharedPromise(expiry: .after(seconds: 0.01)) { Promise.value(Void()) }
    try await shared.get()
    await wait { shared.value == nil }
  }
}
