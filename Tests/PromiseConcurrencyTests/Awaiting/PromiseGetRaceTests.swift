import Dispatch
import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Races between settling, canceling and awaiting, repeated many times.
/// `RACES=1000000 swift test -c release --filter PromiseGetRaceTests` runs a million rounds of each.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct PromiseGetRaceTests {
  private let rounds = raceCount
  private let batch = 1000

  private func inBatches(_ body: (Int) async throws -> Void) async throws {
    var left = rounds
    while left > 0 {
      try await body(min(left, batch))
      left -= batch
    }
  }

  @Test func `a promise that is settled and canceled concurrently has one outcome`() async throws {
    let settled = Crowd()
    let cancelled = Crowd()
    try await inBatches { count in
      let pending = (0..<count).map { _ in Promise<Int>.pending() }
      for (promise, _) in pending {
        promise.observe { if case .success = $0 { settled.enter() } else { cancelled.enter() } }
      }
      await elsewhere {
        collide(pending) {
          $0.resolver.fulfill(1)
        } other: {
          $0.promise.cancel()
        }
      }
      let contradictions = pending.count { $0.promise.isFulfilled == $0.resolver.isCancelled }
      #expect(contradictions == 0)
    }
    #expect(settled.all + cancelled.all == rounds)
  }

  @Test func `every waiting task resumes when the promise settles concurrently`() async throws {
    let resumed = Crowd()
    try await inBatches { count in
      let pending = (0..<count).map { ($0, Promise<Int>.pending()) }
      await collide(pending) { number, pending in
        if (try? await pending.promise.get()) == number { resumed.enter() }
      } other: { number, pending in
        pending.resolver.fulfill(number)
      }
      let leftOver = pending.count { $0.1.promise.any.observerCount > 0 }
      #expect(leftOver == 0)
    }
    #expect(resumed.all == rounds)
  }

  @Test func `every canceled task resumes, and the promise stays usable`() async throws {
    let resumed = Crowd()
    try await inBatches { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let started = Log<Task<Void, Never>>()
      await elsewhere {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          for number in 0..<(batch / 4) {
            let task = Task {
              do { try await promise.get() } catch { if error is CancellationError { resumed.enter() } }
            }
            started(task)
            // The task is canceled before or while it waits.
            if number % 2 == thread % 2 { sched_yield() }
            task.cancel()
          }
        }
      }
      for task in started.entries { await task.value }
      #expect(promise.any.observerCount <= 1 && promise.isPending)
      resolver.fulfill(1)
      let value = try await promise.get()
      #expect(value == 1)
    }
    #expect(resumed.all == (rounds + batch - 1) / batch * batch)
  }

  @Test func `every task resumes when settling, waiting and canceling race`() async throws {
    let resumed = Crowd()
    try await inBatches { count in
      let pending = (0..<count).map { _ in Promise<Int>.pending() }
      let tasks = pending.map { pending in
        Task {
          switch await pending.promise.getResult() {
          case .success(1): resumed.enter()
          case .failure(let error) where error is CancellationError: resumed.enter()
          default: break
          }
        }
      }
      await elsewhere {
        collide(Array(zip(pending, tasks))) { pending, _ in
          pending.resolver.fulfill(1)
        } other: { _, task in
          task.cancel()
        }
      }
      for task in tasks { await task.value }
      let lost = pending.count { $0.promise.value != 1 }
      #expect(lost == 0)
    }
    #expect(resumed.all == rounds)
  }
}
