import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// A handler runs on its own queue even if an earlier queue, since deallocated, had the same address.
///
/// On Linux, a `DispatchQueue` is a Swift object that wraps the actual queue. It may be deallocated while the actual queue
/// is still running its last work item.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct HandlerExecutorReusedAddressTests {
  private final class Holder: Sendable {
    private let promise = Lock<Promise<Int>?>(nil)

    func hold(_ promise: Promise<Int>) { self.promise.withLock { $0 = promise } }

    func take() -> Promise<Int>? { promise.withLock { $0.take() } }
  }

  private static let key = DispatchSpecificKey<Bool>()

  /// Creates queues until one of them has the address, and sets `key` on it. Returns `nil` if none has the address.
  private static func queue(at address: ObjectIdentifier) -> DispatchQueue? {
    var others: [DispatchQueue] = []
    others.reserveCapacity(200)
    for _ in 0..<200 {
      let queue = DispatchQueue(label: "HandlerExecutorReusedAddressTests")
      if ObjectIdentifier(queue) == address {
        queue.setSpecific(key: key, value: true)
        return queue
      }
      others.append(queue)
    }
    return nil
  }

  private func begin(_ source: Promise<Int>, _ holder: Holder, _ isOnItsQueue: Log<Bool>, _ hasEnded: Gate) {
    let queue = DispatchQueue(label: "HandlerExecutorReusedAddressTests")
    let address = ObjectIdentifier(queue)
    // With two inline steps, the promise that ran its handler on the queue has been deallocated when the third handler
    // runs.
    let third = source.map(on: queue) { $0 }.map(on: nil) { $0 }.map(on: nil) { number in
      let promise = holder.take()
      guard let promise, let queue = Self.queue(at: address) else {
        hasEnded.open()
        return number
      }
      promise.done(on: queue) { _ in
        isOnItsQueue(DispatchQueue.getSpecific(key: Self.key) == true)
        hasEnded.open()
      }.cauterize()
      return number
    }
    holder.hold(third)
  }

  @Test func `a queue at the address of a deallocated queue is not mistaken for it`() async throws {
    let isOnItsQueue = Log<Bool>()
    for _ in 0..<50 {
      let (holder, hasEnded) = (Holder(), Gate())
      func start() {
        let (source, resolver) = Promise<Int>.pending()
        begin(source, holder, isOnItsQueue, hasEnded)
        resolver.fulfill(1)
      }
      start()
      try await hasEnded.opened()
    }
    let wrongQueueCount = isOnItsQueue.entries.count { !$0 }
    #expect(wrongQueueCount == 0, "\(wrongQueueCount) of \(isOnItsQueue.count) handlers ran on another queue")
  }
}
