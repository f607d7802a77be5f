public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response that was received completely and then rejected, by `validate()` or `decode(_:)`.
///
/// The properties contain what the server sent. The ``description``, by contrast, is made for a log: it contains neither
/// the query of the URL nor a user name or a password. Of the headers, it contains only the media type; of the body, only
/// what does not look like a header with credentials or like a query.
public struct ResponseError: Error, Sendable {
  /// Why a response was rejected.
  public enum Reason: Sendable {
    /// The status is not between 200 and 299.
    case unacceptableStatus
    /// The body is not declared as JSON.
    case unexpectedContentType
    /// The decoder threw the associated error.
    case undecodableBody(any Error)
  }

  /// Why the response was rejected.
  public let reason: Reason
  /// The status of the response, or `nil` if it is a non-HTTP response.
  public let statusCode: Int?
  /// The URL of the response, which is the last one if the request was redirected.
  public let url: URL?
  /// The headers of the response.
  public let headers: [String: String]
  /// The first 1,024 bytes of the body, or the whole body if it is shorter.
  public let bodyPrefix: Data
  /// The length of the whole body in bytes.
  public let bodyByteCount: Int

  /// The longest prefix of a body that an error contains, in bytes.
  static let longestPrefix = 1_024

  /// Creates the error of a response. Of `body`, the error contains the first bytes only.
  init(_ reason: Reason, _ response: URLResponse, body: Data) {
    let http = response as? HTTPURLResponse
    self.reason = reason
    statusCode = http?.statusCode
    url = response.url
    headers = Dictionary(
      (http?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }, uniquingKeysWith: { first, _ in first })
    bodyPrefix = Data(body.prefix(Self.longestPrefix))
    bodyByteCount = body.count
  }

  /// Returns the value of a header.
  ///
  /// - Parameter name: The name of the header, in uppercase or lowercase letters.
  /// - Returns: The value of the header, or `nil` if the response does not have it.
  /// - Complexity: O(*n*) in the number of headers.
  public func header(_ name: String) -> String? {
    headers[name] ?? headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}

extension ResponseError: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// Describes the response without its secrets: why it was rejected, its status and URL, and how its body begins.
  public var description: String {
    let status = statusCode.map { "status \($0) (\(HTTPURLResponse.localizedString(forStatusCode: $0)))" }
    let origin = "The response of \(url.map(Redaction.url) ?? "a request without a URL")"
    let type = header("Content-Type").map(Redaction.text)
    let problem =
      switch reason {
      case .unacceptableStatus: "has \(status ?? "no status")."
      case .unexpectedContentType:
        """
        is declared as \(type ?? "nothing"), not as JSON\(status.map { "; it has \($0)" } ?? ""). To decode it anyway, \
        pass a decoder.
        """
      case .undecodableBody(let error): "cannot be decoded: \(Redaction.text("\(error)"))"
      }
    let length = "\(bodyByteCount) byte\(bodyByteCount == 1 ? "" : "s")"
    guard !bodyPrefix.isEmpty else { return "\(origin) \(problem) Its body is empty." }
    guard let (text, isWhole) = Redaction.excerpt(bodyPrefix) else {
      return "\(origin) \(problem) Its body has \(length) of \(type ?? "binary data")."
    }
    let begins = isWhole && bodyByteCount == bodyPrefix.count ? "is" : "begins with"
    return "\(origin) \(problem) Its body (\(length)) \(begins): \(text)"
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
