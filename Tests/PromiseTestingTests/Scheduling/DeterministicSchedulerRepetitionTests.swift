// Also tests: TestTaskRunner, TrackedActorTaskExecutor, TrackedTaskExecutor.

import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests that the order of jobs depends on nothing but the seed.
@Suite(.sharingProcessors) struct DeterministicSchedulerRepetitionTests {
  private func orders(_ seed: Int, _ round: @escaping @Sendable (Log<String>) async throws -> Void) async throws -> Int
  {
    let orders = Log<[String]>()
    for _ in 0..<15 {
      let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: [seed]))) {
        let log = Log<String>()
        for _ in 0..<6 { try await round(log) }
        orders(log.entries)
      }
      #expect(found.map(\.text).isEmpty)
    }
    return Set(orders.entries).count
  }

  @Test(arguments: 0..<4) func `a seed repeats the order of handlers on queues that are deallocated in between`(
    _ seed: Int
  ) async throws {
    #expect(
      try await orders(seed) { log in
        let handlers = (0..<5).map { number in
          Promise.value(()).done(on: DispatchQueue(label: "DeterministicSchedulerRepetitionTests")) { log("\(number)") }
        }
        try await when(fulfilled: handlers).get()
      } == 1)
  }

  actor Worker {
    func note(_ log: Log<String>, _ number: Int) -> Promise<Void> { Promise { log("\(number)") } }
  }

  @Test(arguments: 0..<4) func `a seed repeats the order of tasks on actors that are deallocated in between`(
    _ seed: Int
  ) async throws {
    #expect(
      try await orders(seed) { log in
        var works: [Promise<Void>] = []
        for number in 0..<5 { works.append(await Worker().note(log, number)) }
        try await when(fulfilled: works).get()
      } == 1)
  }

  @Test @MainActor func `a handler on the main queue may block`() async throws {
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<3))) {
      let value = try await Task { @MainActor in try nested() }.value
      #expect(value == 7)
    }
    #expect(found.map(\.text).isEmpty)
  }

  @MainActor private func nested() throws -> Int {
    let queue = DispatchQueue(label: "DeterministicSchedulerRepetitionTests")
    return try hang(
      Promise.value(1).done(on: .main) { _ in _ = try? hang(Promise.value(2).map(on: queue) { $0 }) }
        .map(on: queue) { 7 })
  }

  @Test func `two thousand handlers run in a shuffled order`() async throws {
    for seed in 0..<2 {
      let log = Log<Int>()
      let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: [seed]))) {
        try await when(fulfilled: (0..<2_000).map { Promise.value($0).done(on: .global()) { log($0) } }).get()
      }
      #expect(found.isEmpty)
      #expect(log.count == 2_000)
    }
  }

  @Test(arguments: [true, false]) func `a canceled test does not run further seeds`(_ throwing: Bool) async throws {
    let test = try #require(Test.current)
    let runs = Log<Int>()
    let found = try await collectIssues {
      let task = Task {
        try await PromisesTrait.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<1_000)).provideScope(
          for: test, testCase: Test.Case.current
        ) {
          runs(1)
          do { try await Task.sleep(for: .seconds(1_000)) } catch { if throwing { throw error } }
        }
      }
      while runs.count == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(runs.count == 1)
    #expect(found.map(\.text).isEmpty)
  }
}
