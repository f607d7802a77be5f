import Dispatch
import Foundation

/// Where the bodies of tests run, which may block: a thread for each, but not all at a time.
///
/// On the threads of tasks, of which there are as many as cores, a few tests that block would keep every task in the
/// process from running, and so wait for one another. With a thread for each that runs at once, a thousand tests would
/// have a thousand threads compete, and each would take as long as all.
final class TestThreads: Sendable {
  typealias Job = @Sendable () -> Void

  static let shared = TestThreads(width: ProcessInfo.processInfo.activeProcessorCount)

  /// On the queues of those that have a slot.
  private static let key = DispatchSpecificKey<Bool>()

  private let slots: Lock<Slots<Job>>
  private let isWatched = Lock(false)
  private let queue = DispatchQueue(label: "PromiseTesting.TestThreads")

  init(width: Int) { slots = Lock(Slots(width: width)) }

  /// A serial queue: it gets a thread when it needs one. (The jobs of a concurrent queue share those of the global queues.)
  static func newQueue() -> DispatchQueue { DispatchQueue(label: "PromiseTesting") }

  /// Runs a job on a queue, when there is a slot for it.
  func run(on queue: DispatchQueue, _ job: @escaping Job) {
    queue.setSpecific(key: Self.key, value: true)
    let next = slots.withLock { slots in
      slots.add {
        queue.async {
          job()
          self.leave()
        }
      }
    }
    next?()
    if slots.withLock({ $0.isFull }) { watch() }
  }

  private func leave() { slots.withLock { $0.leave() }?() }

  /// Runs `body`, which blocks this thread; if it is one of these, another may run meanwhile.
  func blocking<Result>(_ body: () -> Result) -> Result {
    guard DispatchQueue.getSpecific(key: Self.key) == true else { return body() }
    leave()
    defer { slots.withLock { $0.comeBack() } }
    return body()
  }

  /// Looks, as long as somebody waits, whether something ends.
  private func watch() {
    let isFirst = isWatched.withLock { isWatched in
      defer { isWatched = true }
      return !isWatched
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      for start in slots.withLock({ $0.tick() }) { start() }
      if slots.withLock({ $0.isFull }) { return lookAgain() }
      isWatched.withLock { $0 = false }
      // Somebody may have come in between.
      if slots.withLock({ $0.isFull }) { watch() }
    }
  }
}
