import CPromiseCore

/// An error that may represent cancellation rather than a failure.
///
/// Conform an error type to this protocol so that `catch` and `recover` skip its cancellation errors by default, and so
/// that these are not reported as unhandled rejections.
public protocol CancellableError: Error {
  /// Whether this error represents cancellation.
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether this error represents cancellation.
  ///
  /// The value is `true` for `CancellationError`, for `PromiseError.cancelled`, for a `PromiseError.noWinner` whose
  /// errors all represent cancellation, for Foundation's `URLError.cancelled` and `CocoaError.userCancelled`, and for a
  /// ``CancellableError`` that returns `true` from its own `isCancelled`.
  public var isCancelled: Bool {
    switch self {
    case is CancellationError: true
    case let error as any CancellableError: error.isCancelled
    default:
      // Foundation's errors are identified by domain and code, so that this module need not link Foundation.
      switch _domain {
      case "NSURLErrorDomain": _code == -999
      case "NSCocoaErrorDomain": _code == 3072
      // In the Swift implementation of Foundation, `_code` is not the code of the error. The property `code` is.
      case "FoundationEssentials.CocoaError": codeInside == 3072
      default: false
      }
    }
  }

  /// The raw value of the error's stored property `code`, found by reflection.
  private var codeInside: Int? {
    let code = Mirror(reflecting: self).children.first { $0.label == "code" }?.value
    return (code as? any RawRepresentable)?.rawValue as? Int
  }
}

/// The errors that a handler accepts.
public enum CatchPolicy: Sendable {
  /// Every error, including cancellation.
  case allErrors
  /// Every error that does not represent cancellation.
  case allErrorsExceptCancellation

  /// The policy of a `catch` or `recover` that is called with neither a policy nor an error type: every error that does
  /// not represent cancellation.
  public static var `default`: CatchPolicy {
    promise_core_catches_cancellation() ? .allErrors : .allErrorsExceptCancellation
  }

  /// Sets the default policy, for code migrated from PromiseKit that changes `conf.catchPolicy`.
  @usableFromInline
  package static func setDefault(_ policy: CatchPolicy) {
    promise_core_set_catches_cancellation(policy == .allErrors)
  }

  /// Returns `error` if this policy accepts it, and `nil` otherwise.
  @usableFromInline
  @Sendable package func match(_ error: any Error) -> (any Error)? { accepts(error) ? error : nil }

  /// Returns whether a handler with this policy accepts `error`.
  @usableFromInline
  package func accepts(_ error: any Error) -> Bool {
    switch self {
    case .allErrors: true
    case .allErrorsExceptCancellation: !error.isCancelled
    }
  }
}
