import Dispatch
import TestSupport
import Testing

@testable import PromiseCore

/// A work item that runs several handlers of a chain in succession, without enqueuing each of them.
@Suite(.sharingProcessors) struct TrampolineWorkTests {
  /// The derived guarantee is canceled before its handler runs. The guarantee that the handler returns receives that
  /// request after it has been fulfilled, between two handlers of the same work item.
  ///
  /// The next handler must still run exactly once, on its queue.
  @Test(arguments: 1...3)
  func `canceling a guarantee while its handler returns another one does not skip later handlers`(_ handlers: Int) {
    let queue = MarkedQueue()
    let log = Log<String>()
    let (start, resolve) = Guarantee<Int>.pending()
    let first = start.then(on: queue.queue) { value in
      log("first")
      return Guarantee.value(value + 1)
    }
    var last = first
    for number in 1...handlers {
      last = last.map(on: queue.queue) { value in
        log("\(number): \(value), on the queue: \(queue.isCurrent)")
        return value + 1
      }
    }
    first.cancel()
    resolve(1)
    for _ in 0...handlers { queue.queue.sync {} }  // enough even if each handler is a separate work item
    #expect(log.entries == ["first"] + (1...handlers).map { "\($0): \($0 + 1), on the queue: true" })
    #expect(last.outcome?.get() == handlers + 2)
  }

  @Test func `without instruments, the next handler of a chain runs before work that was enqueued in the meantime`()
    async
  {
    await #expect(processExitsWith: .success) {
      PromiseContext.isInstrumented = false
      let queue = DispatchQueue(label: "TrampolineWorkTests")
      let log = Log<String>()
      let (start, resolver) = Promise<Int>.pending()
      let last = start.map(on: queue) { value in
        log("first")
        queue.async { log("other work") }
        return value + 1
      }.done(on: queue) { log("second: \($0)") }
      resolver.fulfill(1)
      while last.isPending { queue.sync {} }
      queue.sync {}
      #expect(last.context == nil)
      #expect(log.entries == ["first", "second: 2", "other work"])
    }
  }

  /// A wait makes the deliveries of the thread, which might otherwise end the work item.
  @Test(arguments: [0, 1, Trampoline.nestingLimit + 5]) func `a handler that has waited continues in its work item`(
    _ depth: Int
  ) async {
    await #expect(processExitsWith: .success) { [depth] in
      PromiseContext.isInstrumented = false
      let queue = DispatchQueue(label: "TrampolineWorkTests")
      let log = Log<String>()
      let (start, resolver) = Promise<Int>.pending()
      let last = start.map(on: queue) { value in
        queue.async { log("other work") }
        let (settled, resolver) = Promise<Int>.pending()
        let next = settled.map(on: .global()) { $0 + value }
        nested(depth) {
          resolver.fulfill(1)
          log("waited: \((try? next.wait()) ?? 0)")
        }
        return value + 1
      }.done(on: queue) { log("second: \($0)") }
      resolver.fulfill(1)
      while last.isPending { queue.sync {} }
      queue.sync {}
      #expect(log.entries == ["waited: 2", "second: 2", "other work"])
    }
  }
}
