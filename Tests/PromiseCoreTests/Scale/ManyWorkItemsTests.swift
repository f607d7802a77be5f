import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Ten thousand concurrent work items that use promises.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct ManyWorkItemsTests {
  private let count = many(10_000)

  @Test func `each work item creates and settles its own promise`() async throws {
    let queue = DispatchQueue(label: "ManyWorkItemsTests")
    let wholes = (0..<count).map { number in
      DispatchQueue.global().async(.promise) {
        let (promise, resolver) = Promise<Int>.pending()
        let chain = promise.map(on: queue) { $0 + 1 }.map(on: .global()) { $0 + 1 }
        resolver.fulfill(number)
        return chain
      }.then(on: nil) { $0 }
    }
    #expect(try await when(fulfilled: wholes).get() == Array(2..<count + 2))
  }

  @Test func `all work items attach a handler to the same promise`() async throws {
    let queue = DispatchQueue(label: "ManyWorkItemsTests")
    let ran = Crowd()
    let (promise, resolver) = Promise<Int>.pending()
    let attached = (0..<count).map { number in
      DispatchQueue.global().async(.promise) {
        if number == count / 2 { resolver.fulfill(1) }
        return promise.map(on: queue) { value in
          ran.enter()
          defer { ran.leave() }
          return value
        }
      }.then(on: nil) { $0 }
    }
    #expect(try await when(fulfilled: attached).get() == Array(repeating: 1, count: count))
    #expect(ran.all == count && ran.most == 1)
  }

  @Test func `all work items try to settle the same promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let outcomes = Crowd()
    promise.pipe { _ in outcomes.enter() }
    let attempts = (0..<count).map { number in
      DispatchQueue.global().async(.promise) { resolver.fulfill(number) }
    }
    await when(guarantees: attempts).get()
    let winner = try await promise.get()
    #expect((0..<count).contains(winner) && outcomes.all == 1)
  }

  @Test func `half of the derived promises are canceled concurrently`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let ends = (0..<count).map { _ in promise.map(on: .global()) { $0 } }
    let canceling = (0..<count / 2).map { number in
      DispatchQueue.global().async(.promise) { ends[2 * number].cancel() }
    }
    await when(guarantees: canceling).get()
    #expect(promise.isPending)
    resolver.fulfill(1)
    for (number, end) in ends.enumerated() {
      let result = await end.getResult()
      if number % 2 == 0 { #expect(end.isCancelled) } else { #expect(try result.get() == 1) }
    }
  }

  @Test func `canceling the last of many derived promises cancels the upstream promise`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let ends = (0..<count).map { _ in promise.map(on: .global()) { $0 } }
    let canceling = ends.map { end in DispatchQueue.global().async(.promise) { end.cancel() } }
    await when(guarantees: canceling).get()
    #expect(promise.isCancelled && resolver.isCancelled && ends.allSatisfy(\.isCancelled))
  }
}
