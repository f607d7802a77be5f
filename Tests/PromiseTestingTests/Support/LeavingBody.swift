import Dispatch
import PromiseTesting
import TestSupport

/// The body of a test that leaves behind what each policy can ignore, and needs a manual clock.
struct LeavingBody: Sendable {
  let queue = DispatchQueue(label: "LeavingBody")
  /// Whether each run had the queue as its default queue.
  let usesQueue = Log<Bool>()
  private let kept = Log<Resolver<Int>>()

  func run() throws {
    usesQueue(DispatchQueue.promises === queue)
    _ = try ManualClock.current
    _ = Promise<Int>(error: TestError.one)
    _ = Promise<Int> { _ in }
    kept(Promise<Int>.pending().resolver)
  }
}
