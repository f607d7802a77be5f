import PromiseConcurrency
import PromiseCore
import TestSupport

/// One round of one kind of test: the number of attempts, the random numbers, and the losses.
final class Trial: Sendable {
  /// A value that is counted while it is alive.
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
  private let patience: Duration
  private let lifetime = Lifetime()
  private let steps = Counter()
  private let losses = Lock<[String: Int]>([:])
  private let expectedReports = Counter()
  private let mayReport = OnceFlag()

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - count: The number of attempts.
  ///   - seed: The seed of the random numbers.
  ///   - patience: The time after which an event counts as lost, in seconds.
  init(count: Int, seed: UInt64, patience: Double) {
    self.count = count
    self.seed = seed
    self.patience = .seconds(patience)
  }

  /// Returns a new value.
  func token(_ number: Int) -> Token { Token(number, lifetime.object()) }

  /// The number of values that are alive.
  var alive: Int { lifetime.alive }

  /// The expectations that did not hold, each with the number of times.
  var lost: [String: Int] { losses.withLock { $0 } }

  /// Returns the random numbers of one attempt, which are determined by the seed.
  func chance(_ number: Int, for role: Int = 0) -> SplitMix64 {
    SplitMix64(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95 &+ UInt64(role) &* 0x2545_F491_4F6C_DD1D)
  }

  // MARK: - Steps

  /// Counts a step. The watchdog ends the program if no step is counted for too long.
  func step() { steps.next() }

  /// The number of steps.
  var progress: Int { steps.value }

  // MARK: - Outcomes of races

  private let races = Counter()
  private let firsts = Counter()

  /// Counts a race, and whether it had the first of its two possible outcomes. For a race against cancellation, that is
  /// the cancellation of the promise.
  func countRace(isFirst: Bool) { countRaces(1, first: isFirst ? 1 : 0) }

  /// Counts several races, and how many of them had the first of their two possible outcomes.
  func countRaces(_ all: Int, first: Int) {
    races.add(all)
    firsts.add(first)
  }

  /// The number of races, and how many of them had the first of their two possible outcomes.
  var raceCounts: (all: Int, first: Int) { (races.value, firsts.value) }

  // MARK: - Losses

  /// Counts a loss unless the condition holds.
  func expect(_ condition: Bool, _ what: String) {
    if !condition { losses.withLock { $0[what, default: 0] += 1 } }
  }

  /// Waits until the condition holds. Counts a loss if that takes too long.
  func expectSoon(_ what: String, _ condition: () -> Bool) async { expect(await isSoon(condition), what) }

  /// Waits until the condition holds, for a limited time. Returns whether it holds.
  func isSoon(_ condition: () -> Bool) async -> Bool {
    defer { step() }
    let deadline = ContinuousClock.now + patience
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .microseconds(200))
    }
    return true
  }

  /// Expects a number of promises to be abandoned on purpose. Each must be reported.
  func expectReports(_ count: Int) { expectedReports.add(count) }

  /// Permits reports of unhandled rejections.
  func expectsUnhandledRejections() { mayReport.claim() }

  /// Runs a kind of test, and then checks the reports and that no value is still alive.
  func run(_ kind: Kind) async {
    Reports.shared.clear()
    await kind.body(self)
    await expectSoon("each abandoned promise is reported") {
      Reports.shared.abandoned == self.expectedReports.value
    }
    if !mayReport.isClaimed {
      expect(Reports.shared.others == 0, "unexpected report: \(Reports.shared.lastOther)")
    }
    // The thread that ran the last handler may not have released it yet.
    await expectSoon("no object is still alive") { self.alive == 0 }
  }
}
