import CPromiseCore

/// Reports of problems with promises that would otherwise go unnoticed.
///
/// ```swift
/// PromiseDiagnostics.handler = { event in logger.warning("\(event)") }
/// ```
public enum PromiseDiagnostics {
  /// An event that is reported to the diagnostics handler.
  public enum Event: Sendable, CustomStringConvertible {
    /// A rejected promise was released, and nothing had asked for its outcome. Cancellation is not reported.
    case unhandledRejection(any Error, file: String, line: Int)
    /// The resolver of a pending promise was released without being called. The promise is rejected with
    /// ``PromiseError/abandoned(file:line:)``.
    case abandonedPromise(file: String, line: Int)
    /// The resolver of a pending guarantee was released without being called. The handlers of the guarantee will never
    /// run.
    case abandonedGuarantee(file: String, line: Int)
    /// An error reached the `cauterize` at the end of a chain.
    case cauterized(any Error, file: String, line: Int)
    /// `wait()` was called on the main thread. The file and line are those of the call.
    case waitOnMainThread(file: String, line: Int)
    /// A handler that is isolated to the main actor, or whose queue is the main queue, has waited for five seconds, and
    /// the program has not run the main queue. The file and line are those of the operator, of the promise whose
    /// `complete` waits, or of the `async` function that begins on the main actor. This is reported once, in debug builds
    /// of this library.
    case mainQueueDoesNotRun(file: String, line: Int)
    /// A call of `wait()` has blocked a queue or an actor for five seconds, on which a handler waits to run. The file and
    /// line are those of the call. Each such call in the source code is reported once, in debug builds of this library.
    ///
    /// - Parameters:
    ///   - handler: The file and line of the handler, separated by a colon.
    ///   - call: The name of the function that blocks: `wait`, or for example `waitServingMainQueue`.
    ///   - queue: The queue or the actor: `the queue `*label*, `the actor `*type*, or `the main queue`.
    case waitBlocksHandler(_ handler: String, call: String, queue: String, file: String, line: Int)
    /// A resolver was called a second time, and its outcome contradicts the first one: the promise was fulfilled and then
    /// rejected, or the other way around. The second outcome has no effect. The file and line are those of the promise.
    ///
    /// This is reported of promises that are traced, and in tests with the trait `.promises`. An outcome after a
    /// cancellation is not reported.
    ///
    /// - Parameters:
    ///   - first: What the first call did, and in which function if that is known: `fulfilled in Login.receive`.
    ///   - second: What the second call would have done.
    case contradictoryOutcome(first: String, second: String, file: String, line: Int)
    /// A promise has been pending for longer than the time that was passed to `report(longerThan:every:)` of
    /// PromiseTracing, or a wait in a test has ended without it. The reason says what the promise waits for.
    case stillPending(reason: String, file: String, line: Int)

    /// A one-line description: the file and line of the event, what happened and, except for `cauterized`, what to
    /// do.
    public var description: String {
      switch self {
      case .unhandledRejection(let error, let file, let line):
        "\(file):\(line): unhandled rejection: \(Self.clause(error)); handle it with `catch` or await the promise"
      case .abandonedPromise(let file, let line):
        """
        \(file):\(line): abandoned promise: its resolver was released without being called; call the resolver on every \
        path
        """
      case .abandonedGuarantee(let file, let line):
        """
        \(file):\(line): abandoned guarantee: its resolver was released without being called; its handlers never run; \
        call the resolver on every path
        """
      case .cauterized(let error, let file, let line):
        "\(file):\(line): cauterized: \(error)"
      case .waitOnMainThread(let file, let line):
        "\(file):\(line): wait() blocks the main thread; chain a handler, or await the promise"
      case .mainQueueDoesNotRun(let file, let line):
        """
        \(file):\(line): a handler has waited for 5 s for the main queue, which nothing has run; await the promise in an \
        `async` main, call `dispatchMain()`, block with `waitServingMainQueue()` of PromiseFoundation, or set \
        `DispatchQueue.promises` to another queue, for handlers that are not isolated to the main actor
        """
      case .waitBlocksHandler(let handler, let call, let queue, let file, let line):
        """
        \(file):\(line): \(call)() has blocked \(queue) for 5 s, where the handler at \(handler) waits to run; if the \
        promise depends on it, neither goes on; use `get()`, chain a handler instead, or run that handler elsewhere\
        \(queue == "the main queue" && call == "wait" ? Self.servingAdvice : "")
        """
      case .contradictoryOutcome(let first, let second, let file, let line):
        """
        \(file):\(line): contradictory outcome: the promise was \(first), and would then have been \(second); call the \
        resolver once
        """
      case .stillPending(let reason, let file, let line):
        "\(file):\(line): \(reason)"
      }
    }

    private static var servingAdvice: String {
      "; in a synchronous `main`, outside of handlers, `waitServingMainQueue()` of PromiseFoundation runs the main queue"
    }

    /// Returns the description of an error without its final period, so that another clause can follow.
    private static func clause(_ error: any Error) -> Substring {
      let text = "\(error)"
      return text.hasSuffix(".") ? text.dropLast() : text[...]
    }
  }

  /// The handler. It is wrapped in a structure because the lock adds a layer of reabstraction each time it passes a
  /// plain closure to its body; after some thousand reports, the layers would overflow the stack.
  private struct Hook: Sendable {
    let call: @Sendable (Event) -> Void
    let isStandard: Bool
  }

  private static let storage = Lock(Hook(call: standard, isStandard: true))

  /// The handler of events. It is called with each event, on the thread on which the event occurs.
  ///
  /// This property may be set at any time, from any thread. The default handler writes to standard error in debug
  /// builds of this library, and does nothing in release builds.
  public static var handler: @Sendable (Event) -> Void {
    get { storage.withLock { $0 }.call }
    set {
      // The old handler is released here, outside the lock, because its release may run arbitrary code.
      _ = storage.withLock { hook in
        defer { hook = Hook(call: newValue, isStandard: false) }
        return hook
      }
    }
  }

  /// The handler, or `nil` if it is still the default one. A test that ignores events passes them to a handler that the
  /// program has set, but does not print them.
  package static var replacedHandler: (@Sendable (Event) -> Void)? {
    let hook = storage.withLock { $0 }
    return hook.isStandard ? nil : hook.call
  }

  /// The default handler.
  private static let standard: @Sendable (Event) -> Void = { event in
    #if DEBUG
      var line = "\(event)\n"
      line.withUTF8 { promise_core_write_error($0.baseAddress, $0.count) }
    #endif
  }

  /// Reports an event to the instrument of a test if `context` has one, or else to the handler.
  package static func report(_ event: Event, in context: PromiseContext?) {
    (context?.report ?? handler)(event)
  }
}
