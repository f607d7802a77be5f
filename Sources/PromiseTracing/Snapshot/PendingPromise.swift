public import PromiseCore

/// A promise that was pending when ``PromiseCore/PromiseDiagnostics/pendingPromises()`` was called.
public struct PendingPromise: Sendable, Identifiable {
  /// Something that a promise waits for.
  public enum Dependency: Sendable, Hashable {
    /// The pending promise with this number.
    case promise(Int)
    /// A pending promise that is not part of the snapshot, because it was created before tracing began or belongs to
    /// another test.
    case otherPromise(file: String, line: Int)
    /// Code that holds the resolver and has not called it.
    case resolver
    /// A task, with its name if it has one.
    case task(name: String?)
    /// A task that waits for its turn in a `PromiseQueue`, with its name if it has one.
    case queuedTask(name: String?)
    /// A timer that fires after this number of seconds, or never if the number is infinite.
    case timer(secondsLeft: Double)
    /// The promise's handler, which was enqueued on an executor this number of seconds ago and has not started.
    case queuedHandler(executor: String, seconds: Double)
    /// The promise's handler, which has been running on an executor for this number of seconds.
    case runningHandler(executor: String, seconds: Double)
  }

  /// Something that waits for a promise.
  public enum Waiter: Sendable, Hashable {
    /// The pending promise with this number, and the executor of its handler. The executor is `nil` if the promise has
    /// no handler, if the handler runs inline, or if it is not known yet.
    case promise(Int, executor: String?)
    /// A task that is suspended, with its name if it has one, and the number of the pending promise that the task
    /// settles if that is known.
    case task(name: String?, promise: Int?)
    /// A thread that `wait()` or a similar function blocks. The file and line are those of the call. `isMain` says
    /// whether it is the main thread, so that the main queue is blocked.
    case thread(isMain: Bool, file: String, line: Int)
    /// A function that is called with the outcome, and its executor if that is known.
    case handler(executor: String?)
  }

  /// The number of the promise, which is the same in every snapshot. Promises that are created later have higher
  /// numbers.
  public let number: Int
  /// The number of seconds since the promise was created.
  public internal(set) var age: Double
  /// Whether the promise was canceled but has not settled, as happens with a guarantee.
  public let isCancelRequested: Bool
  /// The progress of the promise, or `nil` if it has not been requested.
  public let progress: ProgressSnapshot?
  /// What the promise waits for. Empty if that is not known.
  public internal(set) var dependencies: [Dependency] = []
  /// What waits for the promise.
  public internal(set) var waiters: [Waiter] = []

  /// The executor on which the promise's handler is queued or running, if it has an identity.
  var executor: ExecutorIdentity?
  /// The position of the promise's task in a queue, if the task waits for its turn.
  var position: QueuePosition?
  /// The attempt that the promise waits for, if `retry` has created it.
  var attempt: RetryAttempt?
  /// Where the promise was created.
  let site: PromiseSite
  /// The type of the promise, such as `Promise<Int>`.
  public let type: String
  private let callers: CallStack?

  /// Creates a pending promise that waits for nothing.
  ///
  /// - Parameters:
  ///   - number: The number of the promise, starting at 1.
  ///   - age: The number of seconds since the promise was created.
  ///   - isCancelRequested: Whether the promise was canceled.
  ///   - progress: The progress of the promise, or `nil` if it has not been requested.
  ///   - site: The creation site of the promise.
  ///   - type: The type of the promise.
  ///   - callers: The functions that have created the promise, if they were recorded.
  init(
    number: Int, age: Double, isCancelRequested: Bool, progress: ProgressSnapshot?, site: PromiseSite,
    type: String, callers: CallStack?
  ) {
    self.number = number
    self.age = age
    self.isCancelRequested = isCancelRequested
    self.progress = progress
    self.site = site
    self.type = type
    self.callers = callers
  }

  /// The number of the promise.
  @_documentation(visibility: internal)
  public var id: Int { number }

  /// The module and the file in which the promise was created, such as `App/Login.swift`.
  public var file: String { site.file }

  /// The line at which the promise was created.
  public var line: Int { site.line }

  /// The function in which the promise was created, such as `Login.signIn`, or `nil` if that is not known.
  ///
  /// The function is known if ``PromiseCore/PromiseDiagnostics/isTracing`` was set when the promise was created, and if
  /// the program contains symbols.
  public var function: String? { callers?.function }

  /// The operation that created the promise, such as `map`, `when(fulfilled:)` or `Promise { resolver }`.
  public var operation: String { site.operation(of: type.hasPrefix("Guarantee") ? "Guarantee" : "Promise") }
}
