#if os(macOS) || os(Linux)
  import CPromiseTracing
  import Dispatch
  public import PromiseCore

  extension PromiseDiagnostics {
    /// Writes the pending promises to standard error whenever the process receives a signal.
    ///
    /// ```swift
    /// PromiseDiagnostics.printPendingPromises(onSignal: SIGUSR1)  // then, in a shell: kill -USR1 …
    /// ```
    ///
    /// Turns on ``isTracing`` if it is off. The default action of the signal, which may be to end the process, no longer takes place;
    /// signal sources of Dispatch for the same signal keep working. On Linux, Dispatch replaces an action that was set
    /// with `sigaction`, and the action must not be changed afterward. The text is that of ``PendingSnapshot/description``.
    /// It is written on a queue of its own, so that a blocked main queue does not prevent it. It does not contain the
    /// promises of tests with the trait `.promises`. Further calls add signals; a second call for the same signal
    /// changes nothing.
    ///
    /// - Parameter signal: The number of the signal.
    /// - Returns: Whether the process can handle the signal: `false` for `SIGKILL`, `SIGSTOP` and numbers that are not
    ///   signals.
    @discardableResult
    public static func printPendingPromises(onSignal signal: Int32) -> Bool {
      let source = signalSources.withLock { sources -> SignalSource? in
        if let source = sources[signal] { return source }
        // On Linux, Dispatch replaces this action by its own, once.
        if promise_tracing_survive_signal(signal) { sources[signal] = SignalSource(signal) }
        return sources[signal]
      }
      guard let source else { return false }
      traceIfOff()
      source.waitUntilRegistered()
      return true
    }

    private static let signalSources = Lock<[Int32: SignalSource]>([:])
  }

  /// Prints the pending promises when a signal arrives.
  private final class SignalSource: @unchecked Sendable {
    // Dispatch objects may be used from any thread, although they are not marked `Sendable` on every platform.
    private let source: any DispatchSourceSignal
    /// Entered until the source receives signals.
    private let registration = DispatchGroup()

    init(_ signal: Int32) {
      source = DispatchSource.makeSignalSource(signal: signal, queue: DispatchQueue(label: "pending promises"))
      registration.enter()
      source.setRegistrationHandler { [registration] in registration.leave() }
      source.setEventHandler {
        PromiseDiagnostics.writeError("\(PromiseDiagnostics.pendingPromises())\n")
      }
      source.activate()
    }

    func waitUntilRegistered() { registration.wait() }
  }
#endif
