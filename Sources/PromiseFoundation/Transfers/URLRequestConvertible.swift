public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A value that describes a request: a `URL`, a `URLRequest`, or a type of your own.
public protocol URLRequestConvertible {
  /// The request to send.
  var pmkRequest: URLRequest { get }
}

extension URLRequest: URLRequestConvertible {
  /// This request.
  public var pmkRequest: URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// A `GET` request for this URL.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}
