// Also tests: PromiseContext+registry.

import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// The promises that a registry knows, and what it records about each of them.
@Suite(.sharingProcessors) struct PromiseRegistryTests {
  private let registry = PromiseRegistry(recordsAlways: true)

  /// Returns a pending promise that is registered.
  private func promise() -> Promise<Int> {
    let promise = Promise<Int>(site: CreationSite(#fileID, #line), context: nil)
    #expect(registry.promiseCreated(promise.any))
    return promise
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

  @Test func `a promise that has been removed is no longer known`() {
    let (first, second) = (promise(), promise())
    registry.promiseDeallocated(first.any)
    #expect(registry.number(of: first.any) == nil && registry.number(of: second.any) == 2)
    #expect(registry.alive().map(\.id) == [second.any.id])
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
    for promise in [first, second] { registry.record(.resolverHandedOut, of: promise.any) }
    first.settle(.success(1))
    #expect(registry.removeHandedOut().map(\.id) == [second.any.id])
    #expect(registry.removeHandedOut().isEmpty)
    withExtendedLifetime(third) {}
  }

  @Test func `the end of a handler removes only a running handler`() throws {
    let promise = promise()
    let entry = try #require(registry.entries.first)
    func isKnown() -> Bool { registry.producers(of: [entry])[0].producer != nil }
    #expect(!isKnown())
    for event in [ProducerEvent.handlerEnqueued(on: .inline), .handlerStarted(on: .inline)] {
      registry.record(event, of: promise.any)
      registry.record(.handlerReturned, of: promise.any)
      if case .handlerStarted = event { #expect(!isKnown()) } else { #expect(isKnown()) }
    }
    registry.record(.unowned, of: promise.any)
    registry.record(.handlerReturned, of: promise.any)
    #expect(isKnown())
    registry.record(.attempt(1, retries: 1, isRunning: true), of: promise.any)
    #expect(registry.producers(of: [entry])[0].attempt?.description == "in attempt 1 of 2" && isKnown())
  }

  @Test func `an event of a promise that is not recorded changes nothing`() {
    let (known, unknown) = (promise(), Promise<Int>(site: CreationSite(#fileID, #line), context: nil))
    registry.record(.resolverHandedOut, of: unknown.any)
    #expect(
      registry.removeHandedOut().isEmpty && registry.index(of: known.any) == 0 && registry.index(of: unknown.any) == nil
    )
  }

  @Test func `the registry of a context is its recorder`() {
    #expect(PromiseContext(recorder: registry).registry === registry)
    #expect(PromiseContext().registry == nil && PendingSnapshot(in: PromiseContext()).promises.isEmpty)
    #expect(PromiseContext.processWide.registry != nil)
  }
}
