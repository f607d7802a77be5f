import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:rejected:)`: which one it was that failed.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct WhenRejectedTests {
  /// What is reported while `body` runs and until all is quiet.
  private func reports(_ body: () -> Void) -> [String] {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      body()
      #expect(waitForPromises(timeout: 30))
    }
    return log.entries
  }

  @Test func itIsToldTheIndexOfTheFirstThatWasRejected() async {
    let log = Log<String>()
    let pending = (0..<4).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.map(\.promise)) { index, error in log("\(index) \(error)") }
    pending[0].resolver.fulfill(0)
    pending[2].resolver.reject(TestError.two)
    pending[1].resolver.reject(TestError.one)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(log.entries == ["2 two"])
    pending[3].resolver.fulfill(3)
  }

  @Test func ofThoseThatWereRejectedBeforeItIsToldTheFirst() async {
    let log = Log<String>()
    let members: [Promise<Int>] = [.value(0), Promise(error: TestError.one), Promise(error: TestError.two)]
    let whole = when(fulfilled: members) { index, error in log("\(index) \(error)") }
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(log.entries == ["1 one"])
  }

  @Test func itIsToldTheKey() async {
    let log = Log<String>()
    let pending = ["a", "b", "c", "d"].map { ($0, Promise<Int>.pending()) }
    let members = Dictionary(uniqueKeysWithValues: pending.map { ($0.0, $0.1.promise) })
    let whole = when(fulfilled: members) { key, error in log("\(key) \(error)") }
    pending[0].1.resolver.fulfill(1)
    pending[2].1.resolver.reject(TestError.two)
    pending[3].1.resolver.reject(TestError.one)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(log.entries == ["c two"])
    pending[1].1.resolver.fulfill(2)
  }

  @Test func whatIsFulfilledGoesThrough() async throws {
    let log = Log<Int>()
    let array = when(fulfilled: [Promise.value(1), .value(2)]) { index, _ in log(index) }
    let dictionary = when(fulfilled: ["a": Promise.value(1)]) { _, _ in log(-1) }
    #expect(try await array.get() == [1, 2])
    #expect(try await dictionary.get() == ["a": 1])
    #expect(log.entries == [])
  }

  @Test func itIsCalledBeforeTheHandlersOfThePromise() async throws {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = when(fulfilled: [promise]) { index, _ in log("rejected") }
      .ensure(on: nil) { log("ensure") }
      .recover(on: nil) { _ in Promise.value([Int]()) }
    resolver.reject(TestError.one)
    #expect(try await chain.get() == [])
    #expect(log.entries == ["rejected", "ensure"])
  }

  @Test @MainActor func itRunsWhereItWasWritten() async {
    var told: [Int] = []
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise]) { index, _ in
      MainActor.assertIsolated()
      told.append(index)
    }
    resolver.reject(TestError.one)
    #expect(told == [])
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(told == [0])
  }

  @Test func onAnActorItRunsOnThatActor() async {
    let listener = Listener()
    await #expect(throws: TestError.one) { try await listener.listen().get() }
    #expect(await listener.keys == ["b"])
  }

  actor Listener {
    var keys: [String] = []

    func listen() -> Promise<[String: Int]> {
      when(fulfilled: ["a": Promise.value(1), "b": Promise(error: TestError.one)]) { key, _ in
        self.preconditionIsolated()
        self.keys.append(key)
      }
    }
  }

  @Test func aMemberThatWasCancelledIsARejectedOne() async {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [.value(0), promise]) { index, error in log("\(index) \(error.isCancelled)") }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(log.entries == ["1 true"] && resolver.isCancelled)
  }

  @Test func cancellingCancelsTheMembersAndTellsNobody() {
    let log = Log<Int>()
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = when(fulfilled: [first, second]) { index, _ in log(index) }
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(one.isCancelled && !two.isCancelled)
    two.reject(TestError.two)
    #expect(other.error as? TestError == .two)
    #expect(waitForPromises(timeout: 30))
    #expect(log.entries == [])
  }

  // MARK: - Members that are rejected during the call

  /// Members of which one is rejected by another thread as soon as a combinator waits for it.
  private struct Round: Sendable {
    // Many of them, so that it takes a while to find the index of the one that is rejected.
    let members = Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, Promise<Int>.pending()) })
    let told = Log<String>()

    /// Rejects a member once it has an observer.
    func reject(_ key: Int) {
      let (promise, resolver) = members[key]!
      while promise.observerCount == 0 {}
      resolver.reject(TestError.two)
    }

    func fulfillTheOthers() {
      for (_, resolver) in members.values { resolver.fulfill(0) }
    }
  }

  @Test func `the handler is called when a member is rejected on another thread during the call`() async {
    let rounds = (0..<many(500)).map { _ in Round() }
    let wholes = Log<Promise<[Int]>>()
    collide(
      rounds,
      { round in
        let members = (0..<200).map { round.members[$0]!.promise }
        wholes(when(fulfilled: members) { index, error in round.told("\(index) \(error)") })
      }, other: { $0.reject(199) })
    for whole in wholes.entries { await #expect(throws: TestError.two) { try await whole.get() } }
    #expect(rounds.count { $0.told.entries != ["199 two"] } == 0)
    for round in rounds { round.fulfillTheOthers() }
  }

  @Test func `the handler is called with the key when a member is rejected on another thread during the call`() async {
    let rounds = (0..<many(500)).map { _ in Round() }
    let wholes = Log<Promise<[Int: Int]>>()
    // The last one in the order of the dictionary is the last one that the combinator begins to wait for.
    let lastKey: @Sendable (Round) -> Int = { Array($0.members.mapValues(\.promise).keys).last! }
    collide(
      rounds,
      { round in
        let members = round.members.mapValues(\.promise)
        wholes(when(fulfilled: members) { key, error in round.told("\(key) \(error)") })
      }, other: { $0.reject(lastKey($0)) })
    for whole in wholes.entries { await #expect(throws: TestError.two) { try await whole.get() } }
    #expect(rounds.count { $0.told.entries != ["\(lastKey($0)) two"] } == 0)
    for round in rounds { round.fulfillTheOthers() }
  }

  @Test func `the handler is called with the index and the error of one and the same member`() async {
    struct Round: Sendable {
      let members = (0..<2).map { _ in Promise<Int>.pending() }
      let told = Log<String>()
      let whole: Promise<[Int]>

      init() {
        whole = when(fulfilled: members.map(\.promise)) { [told] index, error in told("\(index) \(error)") }
      }
    }
    let rounds = (0..<raceCount).map { _ in Round() }
    collide(
      rounds, { $0.members[0].resolver.reject(TestError.one) }, other: { $0.members[1].resolver.reject(TestError.two) })
    var wrong: [String] = []
    for round in rounds {
      _ = await round.whole.getResult()
      let (told, error) = (round.told.entries, round.whole.error as? TestError)
      if told != (error == .one ? ["0 one"] : ["1 two"]) { wrong.append("\(told) \(String(describing: error))") }
    }
    #expect(wrong.count == 0, "\(wrong.prefix(3))")
  }

  // MARK: - Reports

  @Test func anErrorThatNobodyCatchesIsReportedOnce() {
    let told = Log<Int>()
    let array = reports {
      _ = when(fulfilled: [.value(0), Promise<Int>(error: TestError.one)]) { index, _ in told(index) }
    }
    #expect(array.count == 1 && array[0].hasSuffix("unhandled rejection: one"))
    let dictionary = reports {
      _ = when(fulfilled: [7: Promise<Int>(error: TestError.two)]) { key, _ in told(key) }
    }
    #expect(dictionary.count == 1 && dictionary[0].hasSuffix("unhandled rejection: two"))
    #expect(told.entries == [1, 7])
  }

  @Test func anErrorThatSomebodyCatchesIsNot() {
    let log = Log<String>()
    let reports = reports {
      when(fulfilled: [Promise<Int>(error: TestError.one)]) { _, _ in log("told") }
        .catch(on: nil) { log("caught \($0)") }
    }
    #expect(reports == [] && log.entries == ["told", "caught one"])
  }

  @Test func whatAHandlerHasSeenUpstreamStaysSeen() {
    let reports = reports {
      let seen = Promise<Int>(error: TestError.one).catch(on: nil) { _ in }
      _ = when(fulfilled: [seen]) { _, _ in }
    }
    #expect(reports == [])
  }
}
