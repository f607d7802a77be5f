import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if os(Linux)
  /// Tests that promises of notifications that are canceled at random moments leave no observer behind.
  ///
  /// A notification center tells neither how many observers it has nor when it releases one. So the test measures the
  /// memory of a process of its own.
  @Suite(.timeLimit(.minutes(60))) struct ObserverStressTests {
    private static let name = Notification.Name("FoundationTests")
    /// The number of observers in a round.
    private static let count = 50_000
    /// The memory that a round may take. That many observers take more than three times as much.
    private static let limit = 10_000_000

    @Test func `observers that remain take memory`() async {
      await #expect(processExitsWith: .success) {
        Self.cancelAtRandom(seed: 0)
        let memory = try Resources.residentMemory
        let promises = (0..<Self.count).map { _ in NotificationCenter.default.observe(once: Self.name) }
        #expect(try Resources.residentMemory - memory > 3 * Self.limit)
        for promise in promises { promise.cancel() }
      }
    }

    @Test func `promises that are canceled while notifications are posted leave no observer`() async {
      await #expect(processExitsWith: .success) {
        let seed = Stress.seed
        let left = try await promisesLeftAlive {
          Self.cancelAtRandom(seed: seed)
          let memory = try Resources.residentMemory
          for round in 1...Stress.rounds { Self.cancelAtRandom(seed: seed + UInt64(round)) }
          #expect(try Resources.residentMemory - memory < Self.limit, "seed \(seed)")
        }
        #expect(left.isEmpty, "seed \(seed): \(left.count) promises, such as \(left.prefix(3))")
      }
    }

    /// Observes notifications on several threads at once, and posts them, cancels the promises or releases them.
    private static func cancelAtRandom(seed: UInt64) {
      DispatchQueue.concurrentPerform(iterations: count) { number in
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        let promise = NotificationCenter.default.observe(once: name)
        let handled = Bool.random(using: &generator) ? promise.map(on: nil) { $0.name } : nil
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: NotificationCenter.default.post(name: name, object: nil)
        case 1: handled?.cancel()
        case 2: promise.cancel()
        default:
          DispatchQueue.global().async { NotificationCenter.default.post(name: name, object: nil) }
          promise.cancel()
        }
        // No promise remains pending, whether it has a consumer or not.
        if handled != nil { promise.cancel() }
      }
    }
  }
#endif
