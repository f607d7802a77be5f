// Also tests: ExecutorIdentity.

import Dispatch
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// The names and the identities of executors.
@Suite(.sharingProcessors) struct HandlerExecutorNameTests {
  private actor Library {}

  @Test func `an executor is named by its queue or its actor`() {
    #expect(HandlerExecutor.queue(.main).name == "the main queue")
    #expect(HandlerExecutor(onActor: MainActor.shared).name == "the main queue")
    #expect(HandlerExecutor.queue(DispatchQueue(label: "a\nb")).name == "the queue a b")
    #expect(HandlerExecutor(DispatchQueue(label: "c"), .barrier).name == "the queue c")
    #expect(HandlerExecutor.queue(DispatchQueue(label: "")).name == "a queue without a label")
    #expect(HandlerExecutor(onActor: Library()).name == "the actor Library")
    #expect(HandlerExecutor.inline.name == "the thread that settles the promise")
  }

  @Test func `only an executor on which handlers wait has a name in the text of a handler`() {
    #expect(HandlerExecutor.queue(DispatchQueue(label: "a")).nameOfQueue == "the queue a")
    #expect(HandlerExecutor(DispatchQueue(label: "b"), .barrier).nameOfQueue == "the queue b")
    #expect(HandlerExecutor(onActor: Library()).nameOfQueue == "the actor Library")
    #expect(HandlerExecutor.inline.nameOfQueue == nil && HandlerExecutor(taskOn: nil).nameOfQueue == nil)
  }

  @Test func `every way to the main queue has the same identity`() {
    #expect(HandlerExecutor.queue(.main).executorIdentity == .mainQueue)
    #expect(HandlerExecutor(onActor: MainActor.shared).executorIdentity == .mainQueue)
  }

  @Test func `an executor whose handlers do not block each other has no identity`() {
    #expect(HandlerExecutor.queue(.global()).executorIdentity == nil)
    #expect(HandlerExecutor.inline.executorIdentity == nil)
  }

  @Test func `queues and actors have an identity of their own`() {
    let (queue, library) = (DispatchQueue(label: "a"), Library())
    #expect(HandlerExecutor.queue(queue).executorIdentity == .other(ObjectIdentifier(queue)))
    #expect(HandlerExecutor(onActor: library).executorIdentity == .other(ObjectIdentifier(library)))
  }
}
