import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// A handler runs on the queue that it was written for, although an earlier queue, which has been released, had the same
/// address.
///
/// On Linux a `DispatchQueue` is an object of Swift around the queue itself, and is released while the queue still runs
/// its last work item.
@Suite(.promises(timeLimit: .seconds(280)), .serialized) struct `A queue at the address of one that is gone` {
  private final class Holder: Sendable {
    private let promise = Lock<Promise<Int>?>(nil)

    func hold(_ promise: Promise<Int>) { self.promise.withLock { $0 = promise } }

    func take() -> Promise<Int>? { promise.withLock { $0.take() } }
  }

  private static let key = DispatchSpecificKey<Bool>()

  /// Makes queues until one has the address; `nil` if none has. Its handlers find `true` at `key`.
  private static func queue(at address: ObjectIdentifier) -> DispatchQueue? {
    var others: [DispatchQueue] = []
    others.reserveCapacity(200)
    for _ in 0..<200 {
      let queue = DispatchQueue(label: "ReusedQueueAddressTests")
      if ObjectIdentifier(queue) == address {
        queue.setSpecific(key: key, value: true)
        return queue
      }
      others.append(queue)
    }
    return nil
  }

  private func begin(_ source: Promise<Int>, _ holder: Holder, _ rightly: Log<Bool>, _ isOver: Gate) {
    let queue = DispatchQueue(label: "ReusedQueueAddressTests")
    let address = ObjectIdentifier(queue)
    // Two inline links, so that the promise whose handler ran on the queue is gone when the third handler runs.
    let third = source.map(on: queue) { $0 }.map(on: nil) { $0 }.map(on: nil) { number in
      let promise = holder.take()
      guard let promise, let queue = Self.queue(at: address) else {
        isOver.open()
        return number
      }
      promise.done(on: queue) { _ in
        rightly(DispatchQueue.getSpecific(key: Self.key) == true)
        isOver.open()
      }.cauterize()
      return number
    }
    holder.hold(third)
  }

  @Test func `is not taken for it`() async throws {
    let rightly = Log<Bool>()
    for _ in 0..<50 {
      let (holder, isOver) = (Holder(), Gate())
      func start() {
        let (source, resolver) = Promise<Int>.pending()
        begin(source, holder, rightly, isOver)
        resolver.fulfill(1)
      }
      start()
      try await isOver.opened()
    }
    let wrongCount = rightly.entries.count { !$0 }
    #expect(wrongCount == 0, "\(wrongCount) of \(rightly.count) handlers ran on another queue")
  }
}
