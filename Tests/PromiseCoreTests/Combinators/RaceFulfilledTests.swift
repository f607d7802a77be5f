import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Which input wins `race(fulfilled:)`, and what happens to the losers.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RaceFulfilledTests {
  typealias Pending = [(promise: Promise<Int>, resolver: Resolver<Int>)]

  private func pending(_ count: Int) -> Pending { (0..<count).map { _ in Promise<Int>.pending() } }

  @Test(arguments: 0..<3)
  func `the first input to be fulfilled wins race(fulfilled:), and the others are canceled`(_ winner: Int) {
    let pending = pending(4)
    let whole = race(fulfilled: pending.map(\.promise))
    pending[3].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[winner].resolver.fulfill(winner)
    #expect(whole.value == winner)
    for index in 0..<3 where index != winner { #expect(pending[index].resolver.isCancelled) }
  }

  @Test func `a rejection does not cancel the other inputs of race(fulfilled:)`() {
    let pending = pending(2)
    let whole = race(fulfilled: pending[0].promise, pending[1].promise)
    pending[0].resolver.reject(TestError.one)
    #expect(whole.isPending && !pending[1].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(whole.value == 1)
  }

  @Test func `race(fulfilled:) does not cancel losers that are spared or have another consumer`() {
    let spared = pending(2)
    let one = race(fulfilled: spared.map(\.promise), losers: .spare)
    spared[0].resolver.fulfill(0)
    #expect(one.value == 0 && !spared[1].resolver.isCancelled)
    spared[1].resolver.fulfill(1)
    let wanted = pending(2)
    let other = wanted[1].promise.map(on: nil) { $0 + 1 }
    let two = race(fulfilled: wanted[0].promise, wanted[1].promise)
    wanted[0].resolver.fulfill(0)
    #expect(two.value == 0 && !wanted[1].resolver.isCancelled)
    wanted[1].resolver.fulfill(1)
    #expect(spared[1].promise.value == 1 && other.value == 2)
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
  func `race(fulfilled:) without a winner collects all errors in the order of the inputs`(_ order: [Int]) {
    let pending = pending(3)
    let whole = race(fulfilled: pending.map(\.promise))
    for index in order {
      #expect(whole.isPending)
      pending[index].resolver.reject(Numbered(number: index))
    }
    guard case .noWinner(let errors)? = whole.error as? PromiseError else {
      Issue.record("\(whole)")
      return
    }
    #expect(Array(errors) as? [Numbered] == (0..<3).map(Numbered.init))
  }

  @Test func `race(fulfilled:) collects all errors if its inputs are rejected concurrently`() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { race(fulfilled: $0.0.promise, $0.1.promise) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    for whole in wholes {
      guard case .noWinner(let errors)? = whole.error as? PromiseError else {
        Issue.record("\(whole)")
        continue
      }
      #expect(Array(errors) as? [TestError] == [.one, .two])
    }
  }

  @Test func `race(fulfilled:) reports the errors of its inputs only if no input wins`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = race(fulfilled: Promise<Int>(error: TestError.one), .value(2))
    }
    #expect(log.entries == [])
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = race(fulfilled: Promise<Int>(error: TestError.one), Promise(error: TestError.two))
    }
    #expect(log.count == 1 && log.entries[0].contains("one; two"))
  }

  @Test func `canceling race(fulfilled:) cancels the inputs that have no other consumer`() {
    let pending = pending(2)
    let other = pending[1].promise.map(on: nil) { $0 }
    let whole = race(fulfilled: pending.map(\.promise))
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(pending[0].resolver.isCancelled && !pending[1].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(other.value == 1)
  }

  // MARK: - Cancellation of the inputs

  /// An error that says whether it represents cancellation.
  private struct Stop: CancellableError { let isCancelled: Bool }

  @Test(arguments: [LoserPolicy.cancel, .spare])
  func `race(fulfilled:) is canceled if every input was canceled`(_ losers: LoserPolicy) async throws {
    let pending = pending(2)
    let whole = race(fulfilled: pending.map(\.promise), losers: losers)
    let caught = Log<String>()
    let end = whole.catch(on: nil) { caught("\($0)") }
    for input in pending {
      #expect(whole.isPending)
      input.promise.cancel()
    }
    #expect(whole.error is CancellationError && end.isCancelled)
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(caught.entries == [])
  }

  @Test func `every error that means cancellation counts for the cancellation of race(fulfilled:)`() {
    let errors: [any Error] = [CancellationError(), PromiseError.cancelled, Stop(isCancelled: true)]
    #expect(race(fulfilled: errors.map { Promise<Int>(error: $0) }).error is CancellationError)
  }

  @Test(arguments: [0, 1])
  func `race(fulfilled:) is not canceled if an input was rejected with another error`(_ failed: Int) {
    let others: [any Error] = [
      TestError.one, Stop(isCancelled: false), PromiseError.abandoned(file: "A.swift", line: 1),
    ]
    for error in others {
      let pending = pending(2)
      let whole = race(fulfilled: pending.map(\.promise))
      // An optimized build may otherwise release the resolver of a promise before it cancels that promise.
      withExtendedLifetime(pending) {
        pending[failed].resolver.reject(error)
        pending[1 - failed].promise.cancel()
      }
      guard case .noWinner(let errors)? = whole.error as? PromiseError else {
        Issue.record("\(whole)")
        continue
      }
      #expect(errors.count == 2 && errors[1 - failed] is CancellationError && !whole.isCancelled)
    }
  }

  @Test func `a race of canceled races is canceled, and one with a failure is not`() {
    let pending = pending(3)
    let inner = race(fulfilled: pending[0].promise, pending[1].promise)
    let outer = race(fulfilled: inner, pending[2].promise)
    for input in pending { input.promise.cancel() }
    #expect(inner.error is CancellationError && outer.error is CancellationError)
    let failed = race(fulfilled: Promise<Int>(error: CancellationError()), Promise(error: TestError.one))
    let mixed = race(fulfilled: failed, inner)
    guard case .noWinner(let errors)? = mixed.error as? PromiseError else {
      Issue.record("\(mixed)")
      return
    }
    #expect(errors.count == 2 && !errors[0].isCancelled && errors[1].isCancelled)
  }
}
