import PromiseConcurrency
import Synchronization
import TestSupport

/// One round of one kind: how often to try, what chance says, and what was lost.
final class Trial: Sendable {
  /// A value that is counted as long as it lives.
  struct Token: Sendable {
    let number: Int
    private let object: Lifetime.Object

    fileprivate init(_ number: Int, _ object: Lifetime.Object) {
      self.number = number
      self.object = object
    }
  }

  let count: Int
  let seed: UInt64
  private let lifetime = Lifetime()
  private let steps = Atomic(0)
  private let losses = Lock<[String: Int]>([:])
  private let expectedReports = Atomic(0)

  init(count: Int, seed: UInt64) {
    self.count = count
    self.seed = seed
  }

  /// A new value.
  func token(_ number: Int) -> Token { Token(number, lifetime.object()) }

  /// How many of the values are alive.
  var alive: Int { lifetime.alive }

  /// What was lost, and how often.
  var lost: [String: Int] { losses.withLock { $0 } }

  /// Chance for one of the attempts, the same whenever the seed is.
  func chance(_ number: Int, for role: Int = 0) -> SplitMix64 {
    SplitMix64(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95 &+ UInt64(role) &* 0x2545_F491_4F6C_DD1D)
  }

  // MARK: Progress

  /// Something has got on. The watchdog waits for this.
  func goesOn() { steps.add(1, ordering: .relaxed) }

  /// How often it has got on.
  var progress: Int { steps.load(ordering: .relaxed) }

  // MARK: Who came first

  private let turns = Atomic(0)
  private let firsts = Atomic(0)

  /// A race went one way (the promise was cancelled, if that could be), or the other.
  func went(_ oneWay: Bool) { went(of: 1, oneWay ? 1 : 0) }

  /// Of so many races so many went one way.
  func went(of all: Int, _ oneWay: Int) {
    turns.add(all, ordering: .relaxed)
    firsts.add(oneWay, ordering: .relaxed)
  }

  /// How many races there were, and how many of them went one way.
  var ways: (all: Int, one: Int) { (turns.load(ordering: .relaxed), firsts.load(ordering: .relaxed)) }

  // MARK: Losses

  /// Takes it as lost unless `isSo`.
  func expect(_ isSo: Bool, _ what: String) {
    if !isSo { losses.withLock { $0[what, default: 0] += 1 } }
  }

  /// Waits until `isSo`; takes it as lost if that takes too long.
  func expectSoon(_ what: String, _ isSo: () -> Bool) async {
    let deadline = ContinuousClock.now + .seconds(20)
    while !isSo() {
      guard ContinuousClock.now < deadline else {
        expect(false, what)
        break
      }
      try? await Task.sleep(for: .microseconds(200))
    }
    goesOn()
  }

  /// So many promises are abandoned on purpose, and each has to be reported.
  func expectReports(_ count: Int) { expectedReports.add(count, ordering: .relaxed) }

  /// Runs a kind, and looks whether anything is left of it.
  func run(_ kind: Kind) async {
    Reports.shared.clear()
    await kind.body(self)
    await expectSoon("reports: abandoned promises") {
      Reports.shared.abandoned == self.expectedReports.load(ordering: .relaxed)
    }
    expect(Reports.shared.others == 0, "reports: \(Reports.shared.lastOther)")
    // The last thread to leave a handler may not have let go of it yet.
    await expectSoon("objects left alive") { self.alive == 0 }
  }
}
