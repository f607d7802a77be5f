package import Dispatch
import PromiseCore

/// A concurrent queue whose work items can tell whether they run as barriers.
package final class BarrierQueue: Sendable {
  package let queue = DispatchQueue(label: "BarrierQueue", attributes: .concurrent)
  private let log = Log<Void>()

  package init() {}

  /// Records a work item, which must run as a barrier: otherwise, the process ends.
  package func note() {
    dispatchPrecondition(condition: .onQueueAsBarrier(queue))
    log(())
  }

  /// The number of recorded work items.
  package var count: Int { log.count }
}
