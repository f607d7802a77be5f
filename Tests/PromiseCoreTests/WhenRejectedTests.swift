import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:rejected:)`: which one it was that failed.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct WhenRejectedTests {
  /// What is reported while `body` runs and until all is quiet.
  private func reports(_ body: () -> Void) -> [String] {
    let log = Log<String>()
    Scope.$current.withValue(Scope(report: { log("\($0)") })) {
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
      .recover(on: nil) { _ in [Int]() }
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

  // MARK: Reports

  @Test(.inScope) func anErrorThatNobodyCatchesIsReportedOnce() {
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

  @Test(.inScope) func anErrorThatSomebodyCatchesIsNot() {
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
