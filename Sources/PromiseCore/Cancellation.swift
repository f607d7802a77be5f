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
      (_domain == "NSURLErrorDomain" && _code == -999) || (_domain == "NSCocoaErrorDomain" && _code == 3072)
    }
  }
}

/// Which errors a handler wants to see. From PromiseKit.
public enum CatchPolicy: Sendable {
  /// All of them.
  case allErrors
  /// All but those that mean that the work was cancelled.
  case allErrorsExceptCancellation

  func accepts(_ error: any Error) -> Bool {
    switch self {
    case .allErrors: true
    case .allErrorsExceptCancellation: !error.isCancelled
    }
  }
}
