import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if os(Linux)
  /// Tests that processes leave nothing behind.
  @Suite(.timeLimit(.minutes(60))) struct ProcessStressTests {
    @Test func `processes that are canceled at random moments leave nothing behind`() async {
      let start = ContinuousClock.now
      await #expect(processExitsWith: .success) {
        try await Self.run(seed: 0, descriptorLimit: .max)
        let limit = try await Resources.stableDescriptorCount()
        let seed = Stress.seed
        for round in 0..<Stress.rounds { try await Self.run(seed: seed + UInt64(round), descriptorLimit: limit) }
      }
      print("ProcessStressTests: \(Stress.rounds) rounds and a first one took \(ContinuousClock.now - start).")
    }

    @Test func `launching leaves no descriptors to threads that live on`() async {
      await #expect(processExitsWith: .success) {
        /// Launches a process that exits at once.
        @Sendable func launch() -> Promise<ProcessOutput> {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/true")
          return process.launch(.promise)
        }
        alarm(60)  // ends the process if the test hangs
        _ = try await launch().get()
        let limit = try await Resources.stableDescriptorCount()
        let end = DispatchSemaphore(value: 0)
        for _ in 0..<4 {
          let (outputs, resolver) = Promise<ProcessOutput>.pending()
          Thread.detachNewThread {
            launch().pipe { resolver.resolve($0) }
            end.wait()
          }
          _ = try await outputs.get()
        }
        try await eventually("Descriptors are left.") { Resources.descriptorCount <= limit }
        #expect(Resources.descriptorCount <= limit, "\(Resources.descriptors)")
        for _ in 0..<4 { end.signal() }
      }
    }

    /// Launches 48 processes, eight at a time, cancels them, and expects that nothing is left.
    private static func run(seed: UInt64, descriptorLimit: Int) async throws {
      alarm(60)  // ends the process if the round hangs
      let left = try await promisesLeftAlive {
        let errors = (0..<48).concurrentMap(maxConcurrent: 8, order: .completion) { number in
          var generator = SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))
          return await launch(&generator)
        }
        for try await error in errors { #expect(error.isCancelled, "\(error) (seed \(seed))") }
        try await eventually("Processes are left (seed \(seed)).") { Resources.children.isEmpty }
        try await eventually("Descriptors are left (seed \(seed)).") { Resources.descriptorCount <= descriptorLimit }
      }
      #expect(left.isEmpty, "seed \(seed): \(left.count) promises, such as \(left.prefix(3))")
      #expect(Resources.children.isEmpty, "seed \(seed)")
      #expect(Resources.descriptorCount <= descriptorLimit, "seed \(seed): \(Resources.descriptors)")
    }

    /// Launches a process that would run for a minute, and cancels it. Returns the error of its promise.
    private static func launch(_ generator: inout SeededGenerator) async -> any Error {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sleep")
      process.arguments = ["60"]
      let promise = process.launch(.promise)
      let delay = Double.random(in: 0...0.02, using: &generator)
      if Bool.random(using: &generator) {
        await after(seconds: delay).get()
        promise.cancel()
        return await promise.getResult().failure ?? PromiseError.badInput
      }
      let task = Task { try await promise.get(cancellation: .forward) }
      await after(seconds: delay).get()
      task.cancel()
      return await task.result.failure ?? PromiseError.badInput
    }
  }

  extension Result {
    /// The error, if there is one.
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
  }
#endif
