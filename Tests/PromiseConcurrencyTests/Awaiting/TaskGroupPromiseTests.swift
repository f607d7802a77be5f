import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises in task groups.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TaskGroupPromiseTests {
  @Test func `a task group waits for promises and tasks`() async throws {
    let (later, resolver) = Promise<Int>.pending()
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addPromise(Promise.value(1))
      group.addPromise(Guarantee.value(2))
      group.addTask { 4 }
      group.addPromise(later)
      resolver.fulfill(8)
      return try await group.reduce(0, +)
    }
    #expect(sum == 15)
    let sure = await withTaskGroup(of: Int.self) { group in
      group.addPromise(Guarantee.value(1))
      group.addTask { 2 }
      return await group.reduce(0, +)
    }
    #expect(sure == 3)
  }

  @Test func `a canceled task group cancels its promises`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (spared, spare) = Promise<Int>.pending()
    await withThrowingTaskGroup(of: Int.self) { group in
      group.addPromise(promise)
      group.addPromise(spared, cancellation: .leave)
      group.cancelAll()
    }
    #expect(resolver.isCancelled && !spare.isCancelled)
    spare.fulfill(1)
    #expect(spared.value == 1)
  }

  @Test func `a child task that leaves a guarantee is no longer its consumer`() async {
    let (guarantee, fulfill) = Guarantee<Int>.pending()
    await withThrowingTaskGroup(of: Int.self) { group in
      group.addPromise(guarantee, cancellation: .leave)
      await wait { guarantee.any.observerCount == 1 }
      group.cancelAll()
    }
    #expect(guarantee.any.observerCount == 0)
    fulfill(1)
  }

  @Test func `a canceled task group cancels its guarantees, and waits for them`() async {
    let task = Task { (try? await suspendUntilCanceled()) == nil ? "woken" : "slept" }
    let answer = await withTaskGroup(of: String.self) { group in
      group.addPromise(Guarantee(task))
      group.cancelAll()
      return await group.next()
    }
    #expect(answer == "woken")
  }

  @Test func `a canceled task group leaves a guarantee alone if it is told to`() async {
    let end = Gate()
    let guarantee = Guarantee(
      Task {
        try? await end.opened()
        return Task.isCancelled
      })
    let isCanceled = await withTaskGroup(of: Bool.self) { group in
      group.addPromise(guarantee, cancellation: .leave)
      group.cancelAll()
      await wait { guarantee.any.observerCount > 0 }
      end.open()
      return await group.next()
    }
    #expect(isCanceled == false)
  }

  @Test func `canceling the group after the first result cancels the losers`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let first = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addPromise(slow)
      group.addPromise(Promise.value(1))
      defer { group.cancelAll() }
      return try await group.next()
    }
    #expect(first == 1 && resolver.isCancelled)
  }
}
