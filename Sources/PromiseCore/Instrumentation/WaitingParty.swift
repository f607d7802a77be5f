import CPromiseCore

/// What waits for the outcome of a promise, for a snapshot of what is pending.
package enum WaitingParty: Sendable {
  /// A derived promise, a promise that adopts the outcome, or the promise of a combinator.
  case promise(AnyPromise)
  /// A task that is suspended, and the promise that it settles.
  case task(name: String?, owner: AnyPromise?)
  /// A thread that is blocked.
  case thread(BlockedThread)
  /// Other code that is called with the outcome.
  case handler

  /// The promise, if a promise waits without a task.
  var promise: AnyPromise? {
    if case .promise(let promise) = self { promise } else { nil }
  }
}

/// A thread that is blocked until a promise settles, as a consumer of the promise.
package final class BlockedThread: Consumer {
  /// The site of the call that blocks the thread.
  package let site: CreationSite
  /// Whether the thread is the main thread, and the wait blocks the main queue.
  package let blocksMain: Bool
  private let hasLeft = OnceFlag()

  /// Creates the consumer for the calling thread.
  ///
  /// - Parameters:
  ///   - site: The site of the call that blocks the thread.
  ///   - servesMainQueue: Whether work on the main queue keeps running if this is the main thread.
  package init(_ site: CreationSite, servesMainQueue: Bool = false) {
    self.site = site
    blocksMain = promise_core_is_main_thread() && !servesMainQueue
  }

  /// Records that the thread has stopped waiting.
  package func leave() { hasLeft.claim() }

  package var isStale: Bool { hasLeft.isClaimed }

  package var waitingParty: WaitingParty { .thread(self) }
}

/// The name of a task and the promise that it settles, as one reference.
package final class WaitingTask: Sendable {
  let name: String?
  private let owner: TaskOwner?

  /// Describes the current task. It has no name if the system does not tell it.
  init() {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { name = Task.name } else { name = nil }
    owner = .ofCurrentTask
  }

  /// The promise that the task settles, if it exists.
  var promise: AnyPromise? { owner?.promise }
}
