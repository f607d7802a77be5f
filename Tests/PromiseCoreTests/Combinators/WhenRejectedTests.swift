import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:rejected:)` calls its handler with the index or the key of the first rejected input.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct WhenRejectedTests {
  /// Returns the reports made while `body` runs and until all promises have settled.
  private func reports(_ body: () -> Void) -> [String] {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      body()
      #expect(waitForPromises(timeout: .testLimit))
    }
    return log.entries
  }

  @Test func `the handler receives the index of the first rejected input`() async {
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

  @Test func `the handler receives the first of several inputs that were rejected before the call`() async {
    let log = Log<String>()
    let inputs: [Promise<Int>] = [.value(0), Promise(error: TestError.one), Promise(error: TestError.two)]
    let whole = when(fulfilled: inputs) { index, error in log("\(index) \(error)") }
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(log.entries == ["1 one"])
  }

  @Test func `the handler receives the key of the first rejected input`() async {
    let log = Log<String>()
    let pending = ["a", "b", "c", "d"].map { ($0, Promise<Int>.pending()) }
    let inputs = Dictionary(uniqueKeysWithValues: pending.map { ($0.0, $0.1.promise) })
    let whole = when(fulfilled: inputs) { key, error in log("\(key) \(error)") }
    pending[0].1.resolver.fulfill(1)
    pending[2].1.resolver.reject(TestError.two)
    pending[3].1.resolver.reject(TestError.one)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(log.entries == ["c two"])
    pending[1].1.resolver.fulfill(2)
  }

  @Test func `the handler is not called if all inputs are fulfilled`() async throws {
    let log = Log<Int>()
    let array = when(fulfilled: [Promise.value(1), .value(2)]) { index, _ in log(index) }
    let dictionary = when(fulfilled: ["a": Promise.value(1)]) { _, _ in log(-1) }
    #expect(try await array.get() == [1, 2])
    #expect(try await dictionary.get() == ["a": 1])
    #expect(log.entries == [])
  }

  @Test func `the handler runs before the handlers of the result`() async throws {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = when(fulfilled: [promise]) { index, _ in log("rejected") }
      .ensure(on: nil) { log("ensure") }
      .recover(on: nil) { _ in Promise.value([Int]()) }
    resolver.reject(TestError.one)
    #expect(try await chain.get() == [])
    #expect(log.entries == ["rejected", "ensure"])
  }

  @Test @MainActor func `a handler written on the main actor runs there`() async {
    var received: [Int] = []
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise]) { index, _ in
      MainActor.assertIsolated()
      received.append(index)
    }
    resolver.reject(TestError.one)
    #expect(received == [])
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(received == [0])
  }

  @Test func `a handler written on an actor runs on that actor`() async {
    let collector = KeyCollector()
    await #expect(throws: TestError.one) { try await collector.combine().get() }
    #expect(await collector.keys == ["b"])
  }

  actor KeyCollector {
    var keys: [String] = []

    func combine() -> Promise<[String: Int]> {
      when(fulfilled: ["a": Promise.value(1), "b": Promise(error: TestError.one)]) { key, _ in
        self.preconditionIsolated()
        self.keys.append(key)
      }
    }
  }

  @Test func `a canceled input counts as rejected`() async {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [.value(0), promise]) { index, error in log("\(index) \(error.isCancelled)") }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(log.entries == ["1 true"] && resolver.isCancelled)
  }

  @Test func `canceling the result cancels its inputs without calling the handler`() {
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
    #expect(waitForPromises(timeout: .testLimit))
    #expect(log.entries == [])
  }

  // MARK: - Rejections during the call

  /// Inputs of a combinator, one of which another thread rejects as soon as the combinator observes it.
  private struct Round: Sendable {
    // There are many inputs so that it takes a while to find the index of the rejected one.
    let inputs = Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, Promise<Int>.pending()) })
    let received = Log<String>()

    /// Rejects an input once it has an observer.
    func reject(_ key: Int) {
      let (promise, resolver) = inputs[key]!
      while promise.any.observerCount == 0 {}
      resolver.reject(TestError.two)
    }

    func fulfillTheOthers() {
      for (_, resolver) in inputs.values { resolver.fulfill(0) }
    }
  }

  @Test func `the handler receives the index of an input rejected on another thread during the call`() async {
    let rounds = (0..<many(500)).map { _ in Round() }
    let wholes = Log<Promise<[Int]>>()
    collide(
      rounds,
      { round in
        let inputs = (0..<200).map { round.inputs[$0]!.promise }
        wholes(when(fulfilled: inputs) { index, error in round.received("\(index) \(error)") })
      }, other: { $0.reject(199) })
    for whole in wholes.entries { await #expect(throws: TestError.two) { try await whole.get() } }
    #expect(rounds.count { $0.received.entries != ["199 two"] } == 0)
    for round in rounds { round.fulfillTheOthers() }
  }

  @Test func `the handler receives the key of an input rejected on another thread during the call`() async {
    let rounds = (0..<many(500)).map { _ in Round() }
    let wholes = Log<Promise<[Int: Int]>>()
    // The combinator observes the inputs in the order of the dictionary, so it comes to this key last.
    let lastKey: @Sendable (Round) -> Int = { Array($0.inputs.mapValues(\.promise).keys).last! }
    collide(
      rounds,
      { round in
        let inputs = round.inputs.mapValues(\.promise)
        wholes(when(fulfilled: inputs) { key, error in round.received("\(key) \(error)") })
      }, other: { $0.reject(lastKey($0)) })
    for whole in wholes.entries { await #expect(throws: TestError.two) { try await whole.get() } }
    #expect(rounds.count { $0.received.entries != ["\(lastKey($0)) two"] } == 0)
    for round in rounds { round.fulfillTheOthers() }
  }

  @Test func `the handler receives the index and the error of the same input`() async {
    struct Round: Sendable {
      let inputs = (0..<2).map { _ in Promise<Int>.pending() }
      let received = Log<String>()
      let whole: Promise<[Int]>

      init() {
        whole = when(fulfilled: inputs.map(\.promise)) { [received] index, error in received("\(index) \(error)") }
      }
    }
    let rounds = (0..<raceCount).map { _ in Round() }
    collide(
      rounds, { $0.inputs[0].resolver.reject(TestError.one) }, other: { $0.inputs[1].resolver.reject(TestError.two) })
    var wrong: [String] = []
    for round in rounds {
      _ = await round.whole.getResult()
      let (received, error) = (round.received.entries, round.whole.error as? TestError)
      if received != (error == .one ? ["0 one"] : ["1 two"]) {
        wrong.append("\(received) \(String(describing: error))")
      }
    }
    #expect(wrong.count == 0, "\(wrong.prefix(3))")
  }

  // MARK: - Reports

  @Test func `an error that is not caught is reported once`() {
    let received = Log<Int>()
    let array = reports {
      _ = when(fulfilled: [.value(0), Promise<Int>(error: TestError.one)]) { index, _ in received(index) }
    }
    #expect(array.count == 1 && array[0].contains("unhandled rejection: one;"))
    let dictionary = reports {
      _ = when(fulfilled: [7: Promise<Int>(error: TestError.two)]) { key, _ in received(key) }
    }
    #expect(dictionary.count == 1 && dictionary[0].contains("unhandled rejection: two;"))
    #expect(received.entries == [1, 7])
  }

  @Test func `an error that is caught is not reported`() {
    let log = Log<String>()
    let reports = reports {
      when(fulfilled: [Promise<Int>(error: TestError.one)]) { _, _ in log("rejected") }
        .catch(on: nil) { log("caught \($0)") }
    }
    #expect(reports == [] && log.entries == ["rejected", "caught one"])
  }

  @Test func `an error that was handled upstream is not reported`() {
    let reports = reports {
      let seen = Promise<Int>(error: TestError.one).catch(on: nil) { _ in }
      _ = when(fulfilled: [seen]) { _, _ in }
    }
    #expect(reports == [])
  }

  // MARK: - No promises

  @Test func `the rejection handler is not called for when(fulfilled:) of no promises`() {
    #expect(when(fulfilled: [Promise<Int>]()) { _, _ in Issue.record() }.value == [])
    #expect(when(fulfilled: [String: Promise<Int>]()) { _, _ in Issue.record() }.value == [:])
  }
}
