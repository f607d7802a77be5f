public import Dispatch

// What code written for PromiseKit says and this library says otherwise. Seen after `@_spi(PromiseKit) import
// PromiseCore`; every declaration is deprecated and names what to write instead. The day no warning is left, the file
// drops the `@_spi`.

/// The configuration.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Set `DispatchQueue.promises` for `Q` and `PromiseDiagnostics.handler` for `logHandler`, and pass `policy:` for `catchPolicy`."
)
public let conf = PMKConfiguration()

/// The configuration, as PromiseKit has it: a view of ``DispatchQueue`` and ``PromiseDiagnostics``.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Set `DispatchQueue.promises` for `Q` and `PromiseDiagnostics.handler` for `logHandler`, and pass `policy:` for `catchPolicy`."
)
public final class PMKConfiguration: Sendable {
  /// The default queues. There is only one here, which is that of `return`: what runs there may rely on it, while `map`
  /// is at most slower. `nil`: handlers run at once.
  @_alwaysEmitIntoClient
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) {
    get { (DefaultQueue.current, DefaultQueue.current) }
    set { DefaultQueue.set(newValue.return) }
  }

  /// Which errors `catch` and `recover` want to see if nothing is said.
  @_alwaysEmitIntoClient
  public var catchPolicy: CatchPolicy {
    get { .default }
    set { CatchPolicy.setDefault(newValue) }
  }

  /// Where reports go. Setting it sets ``PromiseDiagnostics/handler``.
  @preconcurrency
  @_alwaysEmitIntoClient
  public var logHandler: @Sendable (LogEvent) -> Void {
    get {
      let handler = PromiseDiagnostics.handler  // now, so that it can be kept and put back
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

/// What PromiseKit reports.
@_spi(PromiseKit) @available(*, deprecated, renamed: "PromiseDiagnostics.Event")
public enum LogEvent: Sendable {
  /// ``PromiseDiagnostics/Event/waitOnMainThread(file:line:)``
  case waitOnMainThread
  /// ``PromiseDiagnostics/Event/abandonedPromise(file:line:)``
  case pendingPromiseDeallocated
  /// ``PromiseDiagnostics/Event/abandonedGuarantee(file:line:)``
  case pendingGuaranteeDeallocated
  /// ``PromiseDiagnostics/Event/cauterized(_:file:line:)``
  case cauterized(any Error)

  /// `nil` for an event that PromiseKit does not have.
  @_alwaysEmitIntoClient
  init?(_ event: PromiseDiagnostics.Event) {
    switch event {
    case .unhandledRejection: return nil
    case .abandonedPromise: self = .pendingPromiseDeallocated
    case .abandonedGuarantee: self = .pendingGuaranteeDeallocated
    case .cauterized(let error, _, _): self = .cauterized(error)
    case .waitOnMainThread: self = .waitOnMainThread
    }
  }

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
