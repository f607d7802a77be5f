import PromiseTesting
import TestSupport
import Testing

@testable import PromiseConcurrency

/// Iteration over promises in the order of the input. `SequenceOrderTests` tests `inCompletionOrder`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseSequenceTests {
  @Test func `values are delivered in the order of the input`() async throws {
    let pending = (0..<4).map { _ in Promise<Int>.pending() }
    for number in [2, 0, 3, 1] { pending[number].resolver.fulfill(number) }
    #expect(try await all(pending.map(\.promise).inInputOrder) == [0, 1, 2, 3])
    #expect(try await all([Promise<Int>]().inInputOrder) == [])
    #expect(try await all([Guarantee.value(1), .value(2)].inInputOrder) == [1, 2])
  }

  @Test func `an error is delivered in order and cancels the remaining promises`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    var iterator = [Promise.value(1), Promise(error: TestError.one), slow].inInputOrder.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: TestError.one) { try await iterator.next() }
    #expect(resolver.isCancelled)
    #expect(try await iterator.next() == nil)
  }

  @Test func `errors of the remaining promises are not reported`() async throws {
    let reported = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let (late, resolver) = Promise<Int>.pending()
      for try await _ in [Promise.value(1), late, Promise(error: TestError.one)].inInputOrder { break }
      resolver.reject(TestError.two)
    }
    #expect(reported.entries == [])
  }

  @Test(arguments: [true, false])
  func `an iteration that has failed discards the promise that was created in the meantime`(
    _ isRejected: Bool
  ) async throws {
    let (lifetime, reported) = (Lifetime(), Log<String>())
    try await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let sequence = PromiseSequence<Lifetime.Object>(width: 3, order: .input) {
        let count = Counter()
        return {
          switch count.next() {
          case 0: .promise(Promise(error: TestError.one))
          case 1: .later(.value(isRejected ? Promise(error: TestError.two) : Promise.value(lifetime.object())))
          default: .nothing
          }
        }
      }
      var iterator = sequence.makeAsyncIterator()
      await #expect(throws: TestError.one) { try await iterator.next() }
      #expect(lifetime.alive == 0)
      let next = try await iterator.next()
      #expect(next == nil)
    }
    #expect(reported.entries == [])
  }

  @Test func `a single promise can be iterated`() async throws {
    #expect(try await all([Promise.value(1)].inInputOrder) == [1])
    #expect(try await all([Guarantee.value(2)].inInputOrder) == [2])
    await #expect(throws: TestError.one) { try await all([Promise<Int>(error: TestError.one)].inInputOrder) }
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await all([promise].inInputOrder) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `the error of an abandoned input names its own creation site`() async {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    await #expect {
      try await all([guarantee].inInputOrder)
    } throws: { error in
      if case PromiseError.abandoned(let file, _) = error {
        file.hasSuffix("PromiseSequenceTests.swift")
      } else {
        false
      }
    }
  }

  // trap: concurrent-next
  @Test func `concurrent calls of next on one iterator trap`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) var iterator = [after(seconds: 60).map { 1 }]
        .inInputOrder.makeAsyncIterator()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { @MainActor in _ = try? await iterator.next(isolation: MainActor.shared) } }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Two tasks called `next()` concurrently. Create one iterator for each task."))
  }
}
