import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Iteration over promises in the order in which they are fulfilled.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SequenceOrderTests {
  @Test func `values are delivered in the order in which the promises are fulfilled`() async throws {
    let pending = (0..<5).map { _ in Promise<Int>.pending() }
    let order = [3, 0, 4, 1, 2]
    var iterator = pending.map(\.promise).inCompletionOrder.makeAsyncIterator()
    var seen: [Int?] = []
    for number in order {
      pending[number].resolver.fulfill(number)
      seen.append(try await iterator.next())
    }
    seen.append(try await iterator.next())
    seen.append(try await iterator.next())
    #expect(seen == [3, 0, 4, 1, 2, nil, nil])
  }

  @Test func `a sequence of no promises is empty`() async throws {
    var iterator = [Promise<Int>]().inCompletionOrder.makeAsyncIterator()
    #expect(try await iterator.next() == nil)
  }

  @Test func `guarantees can be iterated`() async throws {
    var sum = 0
    for try await number in [Guarantee.value(1), .value(2)].inCompletionOrder { sum += number }
    #expect(sum == 3)
  }

  @Test func `an error ends the iteration and cancels the remaining promises`() async throws {
    let (failing, failure) = Promise<Int>.pending()
    let (slow, resolver) = Promise<Int>.pending()
    failure.reject(TestError.one)
    var iterator = [slow, failing].inCompletionOrder.makeAsyncIterator()
    await #expect(throws: TestError.one) { _ = try await iterator.next() }
    #expect(resolver.isCancelled && slow.isRejected)
    #expect(try await iterator.next() == nil)
  }

  @Test func `leaving the loop cancels the remaining promises without another consumer`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let (wanted, other) = Promise<Int>.pending()
    let handler = wanted.map(on: nil) { $0 }
    for try await number in [slow, .value(1), wanted].inCompletionOrder {
      #expect(number == 1)
      break
    }
    #expect(resolver.isCancelled)
    #expect(!other.isCancelled && handler.isPending)
    other.fulfill(1)
  }

  @Test func `canceling the task ends the iteration and cancels the remaining promises`() async {
    let (slow, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in
      for try await _ in [slow].inCompletionOrder {}
    }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `every value is delivered once when several threads settle the promises`() async throws {
    let pending = (0..<1000).map { _ in Promise<Int>.pending() }
    async let settling: Void = withTaskGroup(of: Void.self) { group in
      for (number, member) in pending.enumerated() { group.addTask { member.resolver.fulfill(number) } }
    }
    var seen: Set<Int> = []
    for try await number in pending.map(\.promise).inCompletionOrder { seen.insert(number) }
    await settling
    #expect(seen == Set(0..<1000))
  }
}
