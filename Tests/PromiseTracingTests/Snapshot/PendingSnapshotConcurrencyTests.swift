import Dispatch
import Foundation
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// Snapshots that are taken while the graph changes.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PendingSnapshotConcurrencyTests {
  @Test func `no edge leads out of a snapshot that is taken while four threads change the graph`() {
    let kept = (0..<50).map { _ in Promise<Int>.pending() }
    // Another consumer, so that the others can leave without canceling the promise.
    let consumers = kept.map { $0.promise.map(on: nil) { $0 } }
    let tasks = kept.map { pending in Promise { try await pending.promise.get() } }
    let ends = DispatchGroup()
    for number in 0..<4 {
      ends.enter()
      let context = PromiseContext.current
      Thread.detachNewThread {
        PromiseContext.$current.withValue(context) {
          for round in number..<number + 300 { change(round, kept[round % kept.count].promise) }
        }
        ends.leave()
      }
    }
    repeat {
      let snapshot = PromiseDiagnostics.pendingPromises()
      let numbers = Set(snapshot.promises.map(\.number))
      let edges = snapshot.promises.flatMap { promise in
        promise.dependencies.compactMap { if case .promise(let number) = $0 { number } else { nil } }
          + promise.waiters.compactMap { waiter in
            switch waiter {
            case .promise(let number, _), .task(_, let number?): number
            default: nil
            }
          }
      }
      #expect(numbers.isSuperset(of: edges))
      #expect(numbers.count >= kept.count + consumers.count + tasks.count)
      #expect(!snapshot.description.isEmpty)
      #expect(!snapshot.causes.isEmpty)
    } while ends.wait(timeout: .now()) == .timedOut
    for (promise, _) in kept { promise.cancel() }
  }

  /// Creates promises that wait for `shared`, and a circle, and cancels them. Drops the resolver of every other one.
  private func change(_ round: Int, _ shared: Promise<Int>) {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.map(on: nil) { $0 }.then(on: nil) { _ in shared }
    let all = when(fulfilled: [chain, shared])
    let later = Lock(Promise.value(0))
    let (start, other) = Promise<Void>.pending()
    let first = start.then(on: nil) { later.withLock { $0 } }
    let second = first.map(on: nil) { $0 }
    later.withLock { $0 = second }
    other.fulfill()
    if round % 2 == 0 { resolver.fulfill(1) }
    all.cancel()
    first.cancel()
    later.withLock { $0 = .value(0) }
  }
}
