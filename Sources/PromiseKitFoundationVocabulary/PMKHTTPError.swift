public import Foundation
public import PromiseCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// PromiseKit's error of a response whose status reports a failure.
@_spi(PromiseKit)
@available(*, deprecated, message: "Use `ResponseError`, which `validate()` throws without `@_spi(PromiseKit)`.")
public enum PMKHTTPError: Error, Sendable {
  /// The status is not between 200 and 299. The associated values are the status, the body and the response.
  case badStatusCode(Int, Data, HTTPURLResponse)

  /// Decodes the body.
  ///
  /// - Parameters:
  ///   - t: The type to decode.
  ///   - decoder: The decoder.
  /// - Returns: The value, or `nil` if the body does not contain one of this type.
  public func decodeResponse<T: Decodable>(_ t: T.Type, decoder: JSONDecoder = JSONDecoder()) -> T? {
    switch self {
    case .badStatusCode(_, let data, _): try? decoder.decode(t, from: data)
    }
  }

  /// The body as a JSON object, or `nil` if it is not JSON.
  public var jsonDictionary: Any? {
    switch self {
    case .badStatusCode(_, let data, _): try? JSONSerialization.jsonObject(with: data)
    }
  }
}

@_spi(PromiseKit)
@available(*, deprecated, message: "Use `ResponseError`, which `validate()` throws without `@_spi(PromiseKit)`.")
extension PMKHTTPError: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// Describes the response without its secrets.
  public var description: String {
    switch self {
    case .badStatusCode(_, let data, let response):
      ResponseError(.unacceptableStatus, response, body: data).description
    }
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

  /// The body as UTF-8, as in PromiseKit. It may contain secrets, and Foundation prints it in the description of the error
  /// as an `NSError`.
  public var failureReason: String? {
    switch self {
    case .badStatusCode(_, let data, _): String(data: data, encoding: .utf8)
    }
  }
}

extension Promise where Value == (data: Data, response: URLResponse) {
  /// Rejects a response whose status reports a failure, with PromiseKit's error.
  ///
  /// - Returns: A promise of the same response. It is rejected with a `PMKHTTPError` if the status is not between 200 and
  ///   299.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: """
      Remove `@_spi(PromiseKit)` from the import. The error is then a `ResponseError`, so change the files that catch \
      `PMKHTTPError` as well.
      """
  )
  public func validate() -> Promise {
    validate(file: #fileID, line: #line).recover(on: nil) { [self] error -> Promise in
      guard case .unacceptableStatus? = (error as? ResponseError)?.reason,
        let (data, response) = value, let http = response as? HTTPURLResponse
      else { throw error }
      throw PMKHTTPError.badStatusCode(http.statusCode, data, http)
    }
  }
}
