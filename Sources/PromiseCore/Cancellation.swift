import CPromiseCore

/// An error that may mean "cancelled", which is not a failure and need not be reported to anybody.
///
/// From PromiseKit.
public protocol CancellableError: Error {
  /// Whether this error means that the work was cancelled.
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether this error means that the work was cancelled.
  ///
  /// True for `CancellationError`, ``PromiseError/cancelled``, and every ``CancellableError`` that says so; also for
  /// Foundation's `URLError.cancelled` and `CocoaError.userCancelled`. From PromiseKit.
  public var isCancelled: Bool {
    switch self {
    case is CancellationError: true
    case let error as any CancellableError: error.isCancelled
    default:
      // Known by domain and code, so that this module need not link Foundation.
      switch _domain {
      case "NSURLErrorDomain": _code == -999
      case "NSCocoaErrorDomain": _code == 3072
      // Where Foundation is written in Swift, the error does not say its code, but has it.
      case "FoundationEssentials.CocoaError": codeInside == 3072
      default: false
      }
    }
  }

  private var codeInside: Int? {
    let code = Mirror(reflecting: self).children.first { $0.label == "code" }?.value
    return (code as? any RawRepresentable)?.rawValue as? Int
  }
}

/// Which errors a handler wants to see. From PromiseKit.
public enum CatchPolicy: Sendable {
  /// All of them.
  case allErrors
  /// All but those that mean that the work was cancelled.
  case allErrorsExceptCancellation

  /// What `catch` and `recover` do if nothing is said: all errors but cancellation.
  public static var `default`: CatchPolicy {
    promise_core_catches_cancellation() ? .allErrors : .allErrorsExceptCancellation
  }

  /// For code that came from PromiseKit and changed it there.
  @usableFromInline
  static func setDefault(_ policy: CatchPolicy) {
    promise_core_set_catches_cancellation(policy == .allErrors)
  }

  /// Returns `error` if a handler with this policy wants to see it.
  @usableFromInline
  @Sendable package func match(_ error: any Error) -> (any Error)? { accepts(error) ? error : nil }

  @usableFromInline
  package func accepts(_ error: any Error) -> Bool {
    switch self {
    case .allErrors: true
    case .allErrorsExceptCancellation: !error.isCancelled
    }
  }
}
