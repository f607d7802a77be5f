public import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A response that was received completely and then rejected, by `validate()` or `decode(_:)`.
///
/// The properties contain what the server sent. The ``description``, by contrast, is made for a log: it contains neither
/// the body nor, of the headers, more than the media type, and the URL without its user name, password, query and
/// fragment. To log the beginning of a body, which may contain secrets, add ``bodyText``.
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

  /// ``bodyPrefix`` as UTF-8, or `nil` if it is not text. It may contain secrets.
  public var bodyText: String? {
    // A character of UTF-8 has at most four bytes, so removing up to three completes the last one.
    let isWhole = bodyPrefix.count == bodyByteCount
    return (0...(isWhole ? 0 : 3)).lazy.compactMap { String(data: bodyPrefix.dropLast($0), encoding: .utf8) }.first
  }

  /// The longest prefix of a body that an error contains, in bytes.
  static let longestPrefix = 1_024

  /// Creates the error of a response. Of `body`, the error contains the first bytes only.
  package init(_ reason: Reason, _ response: URLResponse, body: Data) {
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
  /// Describes the response without its secrets: why it was rejected, its status and URL, and the size of its body.
  public var description: String {
    let status = statusCode.map { "status \($0) (\(HTTPURLResponse.localizedString(forStatusCode: $0)))" }
    let origin = "The response of \(url.map(Redaction.url) ?? "a request without a URL")"
    let type = header("Content-Type").map { Redaction.mediaType($0) ?? "an invalid type" }
    let problem =
      switch reason {
      case .unacceptableStatus: "has \(status ?? "no status")."
      case .unexpectedContentType:
        """
        is declared as \(type ?? "nothing"), not as JSON\(status.map { "; it has \($0)" } ?? ""). To decode it anyway, \
        pass a decoder.
        """
      case .undecodableBody(let error as DecodingError): "cannot be decoded: \(error.summary)"
      case .undecodableBody(let error):
        "cannot be decoded: the decoder threw an error of type \(Redaction.shortened("\(Swift.type(of: error))"))."
      }
    guard bodyByteCount > 0 else { return "\(origin) \(problem) Its body is empty." }
    let size = "\(bodyByteCount) byte\(bodyByteCount == 1 ? "" : "s")"
    return "\(origin) \(problem) Its body has \(size)\(type.map { " of \($0)" } ?? "")."
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
