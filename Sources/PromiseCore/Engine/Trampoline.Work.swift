import Dispatch

extension Trampoline {
  /// A handler that has to run, and the settled promise that it runs for.
  struct Job: Sendable {
    let observer: _PromiseObserver
    let source: AnyPromise

    /// The context that the handler runs in: that of the test that attached it, whichever the promise belongs to.
    var context: PromiseContext? { Self.context(observer, source) }

    static func context(_ observer: _PromiseObserver, _ source: AnyPromise) -> PromiseContext? {
      PromiseContext.isInstrumented ? observer.context ?? source.context : nil
    }
  }

  /// A target that has to be told of a cancellation.
  struct Cancellation: Sendable {
    let target: CancellationTarget
    /// The observer with which the canceled promise waits. It also keeps that promise alive until the target is told.
    let observer: _PromiseObserver?
  }

  /// The lists of one level.
  struct Work {
    /// The executor of the work item; `nil` on the stack of other code, where only inline handlers may run.
    var executor: HandlerExecutor?
    /// The identity of that executor.
    var identity: HandlerExecutor.Identity = nil
    /// The context of that work item.
    var context: PromiseContext?
    /// The handler that the work item goes on with.
    var next: Job?
    /// Promises that have settled, and the observers that have to hear of it.
    var deliveries = FIFOQueue<(AnyPromise, first: _PromiseObserver, others: ObserverList.Many?)>()
    /// Whether one of the next three lists may have an entry.
    var hasInlineWork = false
    /// The progress whose handlers have to be notified.
    var changedProgress = FIFOQueue<PromiseProgress>()
    /// Handlers that run inline. They wait until their promise has been delivered, so that no other observer waits for them.
    var inlineJobs = FIFOQueue<Job>()
    /// What is to be told of a cancellation, the next one last.
    var cancellations: [Cancellation] = []
    /// What users want called on cancellation. Their code waits until all observers have been scheduled.
    var userCancellationHandlers = FIFOQueue<CancellationHandler>()
    /// How long this work item has kept the executor to itself.
    var slice = TimeSlice()
  }
}

/// How long a work item keeps an executor to itself.
struct TimeSlice {
  /// In nanoseconds, beyond the handler that is running.
  private static let length: UInt64 = 400_000
  /// Handlers are quick if all since the clock was last read, eight at most, have taken less, in nanoseconds.
  private static let quick: UInt64 = 50_000

  /// When the slice ends, in nanoseconds of uptime; 0 until the clock has been read.
  private var deadline: UInt64 = 0
  private var lastReading: UInt64 = 0
  /// How many handlers may run before the clock is read again, which takes as long as many a handler.
  private var credit = 0

  /// Spends time on another handler. Returns `false` if the slice is over.
  @inline(__always)
  mutating func spend() -> Bool {
    if credit > 0 {
      credit -= 1
      return true
    }
    return readClock()
  }

  @inline(never)
  private mutating func readClock() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    if deadline == 0 {
      deadline = now + Self.length
    } else if now >= deadline {
      return false
    } else if now - lastReading < Self.quick {
      credit = 7
    }
    lastReading = now
    return true
  }
}

/// A value that is taken out once, so that a work item has released it before the work item is reported as finished.
final class ConsumableBox<Content: Sendable>: @unchecked Sendable {
  // Guarded by use: filled before the work item is enqueued, emptied by that work item, which runs once.
  private var content: Content?

  init(_ content: Content) { self.content = content }

  func take() -> Content { content.take()! }
}
