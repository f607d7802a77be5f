import CAllocations
import Dispatch
import NIOCore

extension Main {
  /// Returns the allocations made by `body`.
  static func allocated(by body: () -> Void) -> Allocated {
    allocations_start()
    body()
    return allocations_stop()
  }

  /// Counts the objects created inside the calls of `counted`, once to warm up and once for the record.
  static func objects(_ what: String, _ whose: String, make: (_ counted: (() -> Void) -> Void) -> Void) {
    make { $0() }
    var found = Allocated()
    make { found = allocated(by: $0) }
    report(what, whose, found, Allocated(), per: count)
  }

  /// Counts the allocations of one additional step: the difference between longer and shorter chains.
  static func link(_ whose: String, run: (_ links: Int, _ chains: Int) -> Void) {
    run(30, count / 10)
    let short = allocated { run(10, count / 10) }
    let long = allocated { run(30, count / 10) }
    report("link", whose, long, short, per: 20 * count / 10)
  }

  /// Runs `body` on the event loop and waits for it.
  static func onLoop(_ loop: any EventLoop, _ body: @escaping @Sendable () -> Void) {
    let finished = DispatchSemaphore(value: 0)
    loop.execute {
      body()
      finished.signal()
    }
    finished.wait()
  }

  private static func report(_ what: String, _ whose: String, _ more: Allocated, _ less: Allocated, per number: Int) {
    let figures = [\Allocated.calls, \.requested, \.usable].map { part in
      let hundredths = (Double(more[keyPath: part]) - Double(less[keyPath: part])) / Double(number) * 100
      return "\(hundredths.rounded() / 100)"
    }
    print(([what, whose] + figures).joined(separator: "\t"))
  }
}
