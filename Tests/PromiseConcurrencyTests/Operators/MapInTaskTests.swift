import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What all operators with `async` closures have in common: the cancellation and the isolation of their tasks.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MapInTaskTests {
  // MARK: Cancellation

  @Test(arguments: 0..<6) func `canceling the chain cancels the task of the running step`(_ step: Int) async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    @Sendable func hang() async throws {
      isRunning.open()
      do {
        try await suspendUntilCanceled()
      } catch {
        isCancelled.open()
        throw error
      }
    }
    let start = Promise.value([1])
    let chain: Promise<[Int]> =
      switch step {
      case 0: start.get { _ in try await hang() }
      case 1:
        start.compactMap { numbers -> [Int]? in
          try await hang()
          return numbers
        }
      case 2:
        start.validate { _ in
          try await hang()
          return true
        }
      case 3:
        Promise<[Int]>(error: TestError.one).recover { _ -> [Int] in
          try await hang()
          return []
        }
      case 4:
        start.thenMap { number in
          try await hang()
          return number
        }
      default:
        start.reduce([1]) { numbers, _ in
          try await hang()
          return numbers
        }
      }
    let end = chain.map(on: nil) { $0.count }
    try await isRunning.opened()
    end.cancel()
    #expect(end.isCancelled && chain.isCancelled)
    try await isCancelled.opened()
  }

  // MARK: Isolation

  @Test @MainActor func `async handlers run with the isolation of the surrounding code`() async throws {
    var notes: [String] = []
    let promise = Promise.value([1])
      .get { _ in
        await Task.yield()
        notes.append("get")
      }
      .validate { _ in
        await Task.yield()
        notes.append("validate")
        return true
      }
      .thenMap { number in
        await Task.yield()
        notes.append("thenMap")
        return number
      }
      .reduce([1]) { numbers, _ in
        await Task.yield()
        notes.append("reduce")
        return numbers
      }
      .compactMap { _ -> Int? in
        await Task.yield()
        notes.append("compactMap")
        throw TestError.one
      }
      .recover { _ in
        await Task.yield()
        notes.append("recover")
        return 1
      }
      .ensure {
        await Task.yield()
        notes.append("ensure")
      }
    #expect(try await promise.get() == 1)
    #expect(notes == ["get", "validate", "thenMap", "reduce", "compactMap", "recover", "ensure"])
  }

  // MARK: Races

  @Test func `a task that ends before it is registered for cancellation settles its promise`() async throws {
    let promises = (0..<many(2000)).map { number in Promise.value(number).map { number async in number } }
    for (number, promise) in promises.enumerated() { try #expect(await promise.get(timeout: .testLimit) == number) }
  }
}
