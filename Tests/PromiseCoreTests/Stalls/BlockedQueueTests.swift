import Dispatch
import PromiseCore
import TestSupport
import Testing

#if DEBUG
  @Suite(.sharingProcessors) struct BlockedQueueTests {
    @Test func `a queue has its label and an actor its type in messages`() {
      func name(_ executor: HandlerExecutor) -> String? { WatchedQueue(executor)?.name }
      #expect(name(HandlerExecutor(on: DispatchQueue(label: "requests"), flags: nil)) == "the queue requests")
      #expect(name(HandlerExecutor(on: DispatchQueue(label: ""), flags: nil)) == "a queue without a label")
      #expect(name(HandlerExecutor(on: DispatchQueue(label: "flags"), flags: .barrier)) == "the queue flags")
      #expect(name(HandlerExecutor(on: .main, flags: nil)) == "the main queue")
      #expect(name(HandlerExecutor(isolation: MainActor.shared)) == "the main queue")
      #expect(name(HandlerExecutor(taskOn: MainActor.shared)) == "the main queue")
      #expect(name(HandlerExecutor(isolation: QueueActor())) == "the actor QueueActor")
    }

    @Test func `each access to the main queue is the same queue`() {
      let identities = (0..<3).map { _ in WatchedQueue(HandlerExecutor(on: .main, flags: nil))?.identity }
      #expect(Set(identities + [WatchedQueue(HandlerExecutor(isolation: MainActor.shared))?.identity]).count == 1)
    }

    @Test func `executors whose handlers do not wait for each other are not watched`() {
      #expect(WatchedQueue(HandlerExecutor(on: nil, flags: nil)) == nil)
      #expect(WatchedQueue(HandlerExecutor(taskOn: nil)) == nil)
      #expect(WatchedQueue(HandlerExecutor(on: .global(), flags: nil)) == nil)
    }
  }
#endif
