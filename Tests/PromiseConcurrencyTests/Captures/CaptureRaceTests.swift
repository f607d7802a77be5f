import Dispatch
import Foundation
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// What a handler captures is released on its actor even if its promise ends on another thread at the same time.
@Suite(
  .sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, unhandled: .ignore, abandoned: .ignore),
  .serialized)
struct CaptureRaceTests {
  /// What another thread does while an actor attaches a handler.
  enum RacingEnding: CaseIterable {
    // These end the source, before, while or after the handler is attached.
    case fulfilled, rejected, rejectedAsCanceled, abandoned, canceledUpstream
    // These end the derived promise, before, while or after the handler runs.
    case canceled, canceledBeforeFulfillment, lostRace, timedOut, canceledTask

    func end(_ round: Round) {
      switch self {
      case .fulfilled: round.source.resolver?.fulfill([1])
      case .rejected: round.source.resolver?.reject(TestError.one)
      case .rejectedAsCanceled: round.source.resolver?.reject(CancellationError())
      case .abandoned: break
      case .canceledUpstream: round.source.promise.cancel()
      case .canceled:
        let derived = round.derived
        round.source.resolver?.fulfill([1])
        derived.cancel()
      case .canceledBeforeFulfillment:
        round.derived.cancel()
        round.source.resolver?.fulfill([1])
      case .lostRace: race([round.derived, Promise<Void>()]).cauterize()
      case .timedOut: round.derived.timeout(.microseconds(10)).catch(on: nil, policy: .allErrors) { _ in }
      case .canceledTask:
        let derived = round.derived
        Task { try await derived.get(cancellation: .forward) }.cancel()
      }
      round.source.releaseResolver()
    }
  }

  /// A promise, and the promise that is derived from it once an actor has attached a handler.
  final class Round: Sendable {
    let source = Source()
    private let storage = Lock<Promise<Void>?>(nil)

    func attached(_ derived: Promise<Void>) { storage.withLock { $0 = derived } }

    /// The derived promise. Spins until there is one.
    var derived: Promise<Void> {
      while true {
        if let derived = storage.withLock({ $0 }) { return derived }
        sched_yield()
      }
    }
  }

  @Test(arguments: RacingEnding.allCases)
  func `captures of main-actor handlers are released there while other threads end their promises`(
    _ ending: RacingEnding
  ) async throws {
    let log = ReleaseLog { isOnMainQueue }
    await end(ending, attachingOn: MainActor.shared, log)
    try await log.allReleased()
    #expect(log.misplaced == 0)
  }

  @Test(arguments: RacingEnding.allCases)
  func `captures of handlers on an actor are released there while other threads end their promises`(
    _ ending: RacingEnding
  ) async throws {
    let actor = QueueActor()
    let log = ReleaseLog { actor.isCurrent }
    await end(ending, attachingOn: actor, log)
    try await log.allReleased()
    #expect(log.misplaced == 0)
  }

  private func end(_ ending: RacingEnding, attachingOn actor: any Actor, _ log: ReleaseLog) async {
    let rounds = silently { (0..<raceCount / 4).map { _ in Round() } }
    let (one, other) = (Position(), Position())
    async let ended: Void = onThreads(1) { _ in
      silently {
        for (number, round) in rounds.enumerated() {
          other.meet(one, at: number)
          ending.end(round)
        }
      }
    }
    // The actor is free between the groups of rounds, so that the handlers run as well.
    for start in stride(from: 0, to: rounds.count, by: 50) {
      let group = rounds.indices[start...].prefix(50)
      await attach(group.map { ($0, rounds[$0]) }, log, on: actor) { one.meet(other, at: $0) }
    }
    await ended
  }

  private func attach(
    _ rounds: [(number: Int, round: Round)], _ log: ReleaseLog, on actor: isolated any Actor, meet: (Int) -> Void
  ) {
    let forms = HandlerForm.allCases
    silently {
      for (number, round) in rounds {
        meet(number)
        round.attached(forms[number % forms.count].attach(to: round.source.promise, capturing: log, on: actor))
      }
    }
  }

  // MARK: Values that are not Sendable

  final class Registry {
    var live: Set<Int> = []
  }

  /// An entry of a registry. Neither class is `Sendable`, so the compiler guarantees that one actor uses both.
  final class Subscription {
    let registry: Registry
    let number: Int

    init(_ registry: Registry, _ number: Int) {
      self.registry = registry
      self.number = number
      registry.live.insert(number)
    }

    deinit { registry.live.remove(number) }
  }

  @MainActor final class Screen {
    private let registry = Registry()
    private var shown = 0

    var liveCount: Int { registry.live.count }

    func show(_ promise: Promise<Int>) {
      shown += 1
      let subscription = Subscription(registry, shown)
      promise.done { _ in _ = subscription }.cauterize()
    }
  }

  @Test func `a main-actor handler may capture a value that is not Sendable`() async {
    await #expect(processExitsWith: .success) {
      let screen = await Screen()
      for _ in 0..<many(100) {
        await MainActor.run {
          for _ in 0..<1000 {
            let (promise, resolver) = Promise<Int>.pending()
            screen.show(promise)
            DispatchQueue.global().async { resolver.reject(CancellationError()) }
          }
        }
      }
      await wait { await screen.liveCount == 0 }
    }
  }
}
