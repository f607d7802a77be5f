public import Dispatch
public import PromiseCore

// The part of PromiseKit's API that has another name or behaves differently in this library. It is visible after
// `@_spi(PromiseKit) import PromiseKitVocabulary`. A declaration whose calls have to change is deprecated, and the message names
// its replacement. A file that compiles without these warnings no longer needs the `@_spi`.

/// The configuration that PromiseKit code reads and changes.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Set `DispatchQueue.promises` instead of `Q` and `PromiseDiagnostics.handler` instead of `logHandler`. Pass `policy:` to `catch` and `recover` instead of setting `catchPolicy`."
)
public let conf = PMKConfiguration()

/// The configuration of PromiseKit, mapped to `DispatchQueue` and `PromiseDiagnostics`.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Set `DispatchQueue.promises` instead of `Q` and `PromiseDiagnostics.handler` instead of `logHandler`. Pass `policy:` to `catch` and `recover` instead of setting `catchPolicy`."
)
public final class PMKConfiguration: Sendable {
  /// The default queues. With `nil`, handlers run inline, on the thread that settles the promise.
  ///
  /// This library has one default queue for all operators. Setting this property makes its `return` queue the default
  /// queue, because handlers that are meant for that queue may rely on running there, whereas the handlers that are
  /// meant for the `map` queue work on any queue, at worst more slowly.
  @_alwaysEmitIntoClient
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) {
    get { (DefaultQueue.current, DefaultQueue.current) }
    set { DefaultQueue.set(newValue.return) }
  }

  /// The errors that `catch` and `recover` handle when they are called with neither a policy nor an error type.
  @_alwaysEmitIntoClient
  public var catchPolicy: CatchPolicy {
    get { .default }
    set { CatchPolicy.setDefault(newValue) }
  }

  /// The handler of diagnostics. Setting it sets `PromiseDiagnostics.handler`.
  ///
  /// The handler is called on the thread on which the event occurs. Events that PromiseKit does not have are still
  /// passed to the previous handler.
  @preconcurrency
  @_alwaysEmitIntoClient
  public var logHandler: @Sendable (LogEvent) -> Void {
    get {
      let handler = PromiseDiagnostics.handler  // read now, so that the caller can restore it later
      return { handler($0.event) }
    }
    set {
      let old = PromiseDiagnostics.handler
      PromiseDiagnostics.handler = { event in
        if let logEvent = LogEvent(event) { newValue(logEvent) } else { old(event) }
      }
    }
  }
}

/// The events that PromiseKit reports.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseDiagnostics.Event")
public enum LogEvent: Sendable {
  /// Corresponds to `PromiseDiagnostics.Event.waitOnMainThread(file:line:)`.
  case waitOnMainThread
  /// Corresponds to `PromiseDiagnostics.Event.abandonedPromise(file:line:)`.
  case pendingPromiseDeallocated
  /// Corresponds to `PromiseDiagnostics.Event.abandonedGuarantee(file:line:)`.
  case pendingGuaranteeDeallocated
  /// Corresponds to `PromiseDiagnostics.Event.cauterized(_:file:line:)`.
  case cauterized(any Error)

  /// Converts an event of this library. Returns `nil` for an event that PromiseKit does not have.
  @_alwaysEmitIntoClient
  init?(_ event: PromiseDiagnostics.Event) {
    switch event {
    case .unhandledRejection, .mainQueueDoesNotRun, .waitBlocksHandler, .contradictoryOutcome, .stillPending: return nil
    case .abandonedPromise: self = .pendingPromiseDeallocated
    case .abandonedGuarantee: self = .pendingGuaranteeDeallocated
    case .cauterized(let error, _, _): self = .cauterized(error)
    case .waitOnMainThread: self = .waitOnMainThread
    }
  }

  /// The event of this library that corresponds to this event. Its creation site is unknown.
  @_alwaysEmitIntoClient
  var event: PromiseDiagnostics.Event {
    switch self {
    case .waitOnMainThread: .waitOnMainThread(file: "?", line: 0)
    case .pendingPromiseDeallocated: .abandonedPromise(file: "?", line: 0)
    case .pendingGuaranteeDeallocated: .abandonedGuarantee(file: "?", line: 0)
    case .cauterized(let error): .cauterized(error, file: "?", line: 0)
    }
  }
}
