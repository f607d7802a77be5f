package import Dispatch

/// What a test sees of its promises, and what it puts in the place of what a program has.
///
/// All of it is asked for in scopes of tests alone.
package protocol ScopeHost: AnyObject, Sendable {
  /// A promise has been made.
  func promiseMade(_ promise: AnyPromiseEngine)
  /// Somebody has been given a resolver for it: it may be settled by work that nobody here knows of.
  func promiseIsInOtherHands(_ promise: AnyPromiseEngine)
  /// A promise is being deallocated.
  func promiseGone(_ promise: ObjectIdentifier)
  /// Something went wrong that no handler has seen.
  func report(_ event: PromiseDiagnostics.Event)

  /// A handler or another piece of work is on its way to its place.
  func jobComes()
  /// It has been done, and what it held is gone.
  func jobGoes()
  /// A task has been started, or one that waited for a promise has been woken: it has yet to get to its place.
  func taskComes()
  /// It is there, and goes on.
  func taskGoesOn()
  /// Runs `body`, which blocks this thread.
  func blocks(_ body: () -> Void)
  /// Runs `body` on this thread, with everything task-local that the test has.
  func runAsTest(_ body: () -> Void)

  /// Who decides in what order jobs run; `nil`: as they come.
  var order: (any JobOrder)? { get }
  /// Whose time counts for timers; `nil`: that of Dispatch.
  var timers: (any TimerSource)? { get }
  /// The default queue of handlers; `nil`: that of the program.
  var queue: DispatchQueue? { get }
  /// Where a task runs that the library starts; `nil`: where tasks do.
  ///
  /// Tasks that are started on one actor get to it in the order in which this is asked for them.
  func taskExecutor(for actor: (any Actor)?) -> (any TaskExecutor)?
}

/// Decides in what order jobs run.
package protocol JobOrder: AnyObject, Sendable {
  /// A job is due.
  ///
  /// - Parameters:
  ///   - executor: The place.
  ///   - job: To be run once.
  ///   - send: Sends a job to that place.
  func add(
    at executor: Executor, _ job: @escaping @Sendable () -> Void,
    send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)
}

/// A clock that wakes timers without a task for each.
package protocol TimerSource: AnyObject, Sendable {
  /// Calls `wake` when the time has passed, unless what is returned is called before.
  func addTimer(after nanoseconds: Int, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
