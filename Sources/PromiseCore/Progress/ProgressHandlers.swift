/// The handlers of a progress, and the notifications that they have not received yet.
///
/// This is a pure state machine, which is a part of `ProgressStateMachine` and guarded by the same lock. A handler is
/// either inline or has an executor:
///
/// - One thread at a time delivers the notifications of the inline handlers, outside the lock: the thread to which
///   ``startDelivering()`` returns a notification, until ``nextNotification()`` returns `nil` to it. That thread also
///   delivers what other threads, or the handlers themselves, queue in the meantime. Then it calls the *waiters*, which
///   wait until everything that is queued has been delivered.
///
/// ```
///         startDelivering
///  idle ──────────────────▶ delivering
///    ▲                          │
///    └──── nextNotification ────┘   (returns nil)
/// ```
///
/// - A handler with an executor does not wait for inline handlers. Its snapshots go into its mailbox, each with a job
///   that any thread may take and enqueue. The thread that ends the progress takes the jobs in the same step, so that it
///   can enqueue them before the handlers of the outcome.
///
/// The state retains its handlers until the end, and the handlers in queued notifications and jobs until these are
/// taken.
package struct ProgressHandlers<Handler> {
  /// A handler, and the number by which it can be removed.
  package typealias Entry = (number: Int, handler: Handler)

  /// A snapshot and the inline handlers to call with it. The snapshot is `nil` at the end.
  package struct Notification {
    /// The handlers that had been added when the change was made, in order.
    package let handlers: [Entry]
    /// The snapshot after the change, or `nil` at the end of the progress.
    package let snapshot: ProgressSnapshot?
  }

  /// A job that calls a handler, on its executor, with the snapshots in its mailbox up to the one with the number
  /// `last`.
  package struct Job {
    package let handler: Handler
    fileprivate let number: Int
    fileprivate let last: Int
  }

  /// The inline handlers, in the order in which they were added.
  private var inline: [Entry] = []
  /// The handlers with an executor, in the order in which they were added.
  private var scheduled: [Entry] = []
  /// The number of handlers that have been added, which is the number of the last one.
  private var addedCount = 0

  /// The notifications of inline handlers that have not been delivered.
  private var notifications = FIFOQueue<Notification>()
  /// Whether a thread is delivering notifications.
  private var isDelivering = false
  /// The functions to call when all notifications have been delivered.
  private var waiters: [Handler] = []
  /// Whether the thread that delivers the notifications is blocked, so that nothing may wait for them.
  private var isBlocked = false

  /// The snapshots that the handlers with an executor have not received, by the number of the handler.
  private var mailboxes: [Int: ProgressMailbox] = [:]
  /// The jobs that have not been enqueued.
  private var jobs: [Job] = []

  /// The number of handlers.
  package var count: Int { inline.count + scheduled.count }

  /// Adds a handler.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - isInline: Whether the handler is called inline, rather than on its executor.
  ///   - first: The snapshots to notify only this handler of. The last one is `nil` if the progress has ended.
  ///   - hasEnded: Whether the progress has ended, so that the handler is not kept.
  /// - Returns: The number by which the handler can be removed.
  mutating func add(_ handler: Handler, isInline: Bool, first: [ProgressSnapshot?], hasEnded: Bool) -> Int {
    addedCount += 1
    let entry = (addedCount, handler)
    for snapshot in first {
      if isInline {
        notifications.append(Notification(handlers: [entry], snapshot: snapshot))
      } else {
        post(snapshot, to: entry)
      }
    }
    if !hasEnded { if isInline { inline.append(entry) } else { scheduled.append(entry) } }
    return addedCount
  }

  /// Removes a handler and returns it. Notifications that are already queued are still delivered to it.
  ///
  /// - Complexity: O(*n*) in the number of handlers.
  package mutating func remove(_ number: Int) -> Handler? {
    if let index = inline.firstIndex(where: { $0.number == number }) { return inline.remove(at: index).handler }
    return scheduled.firstIndex { $0.number == number }.map { scheduled.remove(at: $0).handler }
  }

  /// Queues a notification for every handler. `nil` means that the progress has ended, and removes the handlers.
  mutating func notify(of snapshot: ProgressSnapshot?) {
    if !inline.isEmpty { notifications.append(Notification(handlers: inline, snapshot: snapshot)) }
    for entry in scheduled { post(snapshot, to: entry) }
    if snapshot == nil { (inline, scheduled) = ([], []) }
  }

  // MARK: - Inline handlers

  /// Whether nothing is queued or being delivered.
  var areIdle: Bool { !isDelivering && notifications.isEmpty }

  /// Returns the first queued notification, or `nil` if there is none or another thread is delivering notifications.
  package mutating func startDelivering() -> Notification? {
    guard !isDelivering, let first = notifications.popFirst() else { return nil }
    isDelivering = true
    isBlocked = false
    return first
  }

  /// Returns the next notification to the delivering thread. After `nil`, that thread must stop delivering.
  package mutating func nextNotification() -> Notification? {
    isBlocked = false
    if let next = notifications.popFirst() { return next }
    guard waiters.isEmpty else { return Notification(handlers: takeWaiters().map { (0, $0) }, snapshot: nil) }
    isDelivering = false
    return nil
  }

  /// Adds a function that the delivering thread calls after everything that is queued. Returns `false` if nothing is
  /// queued or being delivered, or if the delivering thread is blocked.
  package mutating func wait(_ waiter: Handler) -> Bool {
    guard !areIdle, !isBlocked else { return false }
    waiters.append(waiter)
    return true
  }

  /// Removes and returns the waiters, because user code blocks the thread that delivers the notifications. Until the next
  /// notification, nothing waits.
  package mutating func block() -> [Handler] {
    isBlocked = !areIdle
    return takeWaiters()
  }

  private mutating func takeWaiters() -> [Handler] {
    defer { waiters = [] }
    return waiters
  }

  // MARK: - Handlers with an executor

  /// Puts a snapshot into the mailbox of a handler, and adds a job that calls the handler.
  private mutating func post(_ snapshot: ProgressSnapshot?, to entry: Entry) {
    let last = mailboxes[entry.number, default: ProgressMailbox()].post(snapshot)
    jobs.append(Job(handler: entry.handler, number: entry.number, last: last))
  }

  /// Removes and returns the jobs, which the caller must enqueue on the executors of their handlers.
  package mutating func takeJobs() -> [Job] {
    defer { jobs = [] }
    return jobs
  }

  /// Removes and returns the next snapshot for a job, or returns `nil` if the job is done.
  package mutating func nextSnapshot(for job: Job) -> ProgressSnapshot?? {
    let next = mailboxes[job.number]?.next(upTo: job.last)
    if mailboxes[job.number]?.isEmpty == true { mailboxes[job.number] = nil }
    return next
  }
}

extension ProgressHandlers.Job: Sendable where Handler: Sendable {}
extension ProgressHandlers.Notification: Sendable where Handler: Sendable {}
extension ProgressHandlers: Sendable where Handler: Sendable {}
