// Also tests: PromiseContext+registry, PromiseEntry.

import Dispatch
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// The promises that a registry knows, and what it records about each of them.
@Suite(.sharingProcessors) struct PromiseRegistryTests {
  private let registry = PromiseRegistry(recordsAlways: true)

  /// Returns a pending promise that is registered.
  private func promise() -> Promise<Int> {
    Promise<Int>(site: CreationSite(#fileID, #line), context: PromiseContext(recorder: registry))
  }

  @Test func `promises are numbered in the order of their creation`() {
    let promises = (0..<20).map { _ in promise() }
    #expect(registry.createdCount == 20)
    #expect(promises.map { registry.number(of: $0.any) } == (1...20).map { $0 })
    #expect(registry.alive().map(\.id) == promises.map(\.any.id))
    #expect(registry.alive(from: 18).map(\.id) == promises[18...].map(\.any.id))
  }

  @Test func `a promise that is not registered has no number`() {
    #expect(registry.number(of: Promise<Int>(site: CreationSite(#fileID, #line), context: nil).any) == nil)
  }

  @Test func `a registry does not retain its promises`() {
    do { _ = promise() }
    #expect(registry.alive().isEmpty && registry.createdCount == 1)
  }

  @Test func `a promise that has been deallocated is no longer known`() {
    var promises: [Promise<Int>?] = [promise(), promise(), promise()]
    promises[1] = nil
    #expect(registry.alive().map(\.id) == [promises[0]!.any.id, promises[2]!.any.id])
    let last = promise()  // takes the place of the second one
    #expect(registry.number(of: last.any) == 4 && registry.alive().map(\.id).last == last.any.id)
  }

  @Test func `a promise is found or not while another thread deallocates it`() {
    for _ in 0..<200 {
      let promises = Lock<Promise<Int>?>(promise())
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          _ = promises.withLock { $0.take() }
        } else {
          for promise in registry.alive() { _ = promise.isPending }
        }
      }
    }
    #expect(registry.alive().isEmpty)
  }

  @Test func `a promise that another thread finds is recorded`() {
    let unrecordedCount = Lock(0)
    for _ in 0..<1_000 {
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for _ in 0..<20 {
          if thread == 0 {
            withExtendedLifetime(promise()) {}
          } else {
            let count = registry.alive().count { registry.index(of: $0) == nil }
            unrecordedCount.withLock { $0 += count }
          }
        }
      }
    }
    #expect(unrecordedCount.withLock { $0 } == 0)
  }

  @Test func `only pending promises are pending`() {
    let (first, second) = (promise(), promise())
    first.settle(.success(1))
    #expect(registry.pending().map(\.id) == [second.any.id])
    #expect(registry.mayCauseEvents(from: 1) && !registry.hasUnobservedRejection)
    second.settle(.success(2))
    #expect(!registry.mayCauseEvents(from: 0))
  }

  @Test func `an unobserved rejection may still cause an event`() {
    let promise = promise()
    promise.settle(.failure(TestError.one))
    #expect(registry.hasUnobservedRejection && registry.mayCauseEvents(from: 0) && !registry.mayCauseEvents(from: 1))
    promise.markObserved()
    #expect(!registry.hasUnobservedRejection && !registry.mayCauseEvents(from: 0))
  }

  @Test func `a promise whose resolver has been handed out is returned once, while it is pending`() {
    let (first, second, third) = (promise(), promise(), promise())
    for promise in [first, second] { promise.any.record(.resolverHandedOut) }
    first.settle(.success(1))
    #expect(registry.removeHandedOut().map(\.id) == [second.any.id])
    #expect(registry.removeHandedOut().isEmpty)
    withExtendedLifetime(third) {}
  }

  @Test func `the end of a handler removes only a running handler`() throws {
    let promise = promise()
    let entry = try #require(registry.entries.first)
    func isKnown() -> Bool { entry.origin.producer != nil }
    #expect(!isKnown())
    entry.handlerEnqueued(on: .inline)
    entry.handlerReturned()
    #expect(isKnown())
    entry.handlerStarted(on: .inline)
    entry.handlerReturned()
    #expect(!isKnown())
    promise.any.record(.unowned)
    entry.handlerReturned()
    #expect(isKnown())
    promise.any.record(.attempt(1, retries: 1, isRunning: true))
    #expect(entry.origin.attempt?.description == "in attempt 1 of 2" && isKnown())
    promise.settle(.success(1))
    #expect(!isKnown())
  }

  @Test func `what is known last settles the promise`() throws {
    let promise = promise()
    let entry = try #require(registry.entries.first)
    entry.handlerStarted(on: .inline)
    promise.any.record(.task(name: "load"))
    if case .task(name: "load")? = entry.origin.producer {} else { Issue.record("\(entry.origin)") }
    entry.handlerEnqueued(on: .inline)
    if case .handler(_, _, isRunning: false)? = entry.origin.producer {} else { Issue.record("\(entry.origin)") }
  }

  @Test func `a settled promise does not retain its actor`() throws {
    let promise = promise()
    weak var reference: QueueActor?
    do {
      let actor = QueueActor()
      reference = actor
      try #require(registry.entries.first).handlerStarted(on: HandlerExecutor(isolation: actor))
    }
    #expect(reference != nil)
    promise.settle(.success(1))
    #expect(reference == nil)
  }

  @Test func `a promise that is not recorded has no number`() {
    let (known, unknown) = (promise(), Promise<Int>(site: CreationSite(#fileID, #line), context: nil))
    unknown.any.record(.resolverHandedOut)
    #expect(
      registry.removeHandedOut().isEmpty && registry.index(of: known.any) == 0 && registry.index(of: unknown.any) == nil
    )
    let other = PromiseContext(recorder: PromiseRegistry(recordsAlways: true))
    #expect(registry.index(of: Promise<Int>(site: CreationSite(#fileID, #line), context: other).any) == nil)
  }

  @Test func `the registry of a context is its recorder`() {
    #expect(PromiseContext(recorder: registry).registry === registry)
    #expect(PromiseContext().registry == nil && PendingSnapshot(in: PromiseContext()).promises.isEmpty)
    #expect(PromiseContext.processWide.registry != nil)
  }
}
