import Foundation
import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Error {
  /// Whether the same request may succeed later: the connection failed, or the server is busy or faulty.
  var mayPass: Bool {
    switch self {
    case let error as URLError: RetryRule.connectionErrors.contains(error.code)
    case let error as ResponseError: RetryRule.isPassing(status: error.statusCode)
    default: false
    }
  }
}

/// Decides which failures may pass.
private enum RetryRule {
  /// The errors of a connection that cannot be made, breaks, or is too slow.
  ///
  /// On Linux, Foundation reports some broken connections with less specific errors: `badServerResponse` if the server
  /// closes the connection before it answers, and `unknown` if it does so in the middle of the body.
  static let connectionErrors: Set<URLError.Code> = [
    .timedOut, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .networkConnectionLost,
    .notConnectedToInternet, .badServerResponse, .unknown,
  ]

  /// Returns whether a response with this status may be followed by another one.
  static func isPassing(status: Int?) -> Bool {
    switch status {
    case 408, 429, .some(500...599): true
    default: false
    }
  }
}
