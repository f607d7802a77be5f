public import Foundation
public import PromiseCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Promise where Value == (data: Data, response: URLResponse) {
  /// Decodes a JSON body, if the response declares its body as JSON.
  ///
  /// A body is JSON if its media type is `application/json` or `text/json`, or ends with `+json`. A response of another
  /// type, such as the page of a proxy, is rejected with an error whose ``ResponseError/bodyText`` is its beginning. The
  /// status of the response does not matter, so call `validate()` first. The body is decoded on a global queue.
  ///
  /// - Parameter type: The type to decode.
  /// - Returns: A promise of the decoded value. It is rejected with a ``ResponseError`` if the body is not JSON, or does
  ///   not contain a value of this type. Canceling the
  ///   returned promise cancels this one unless it has another consumer.
  public func decode<T: Decodable & Sendable>(
    _ type: T.Type = T.self, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    map(
      on: .global(),
      { value in
        guard value.response.isJSON else {
          throw ResponseError(.unexpectedContentType, value.response, body: value.data)
        }
        return try value.response.decode(T.self, from: value.data, with: JSONDecoder())
      }, file: file, line: line)
  }

  /// Decodes the body with a decoder, for any media type.
  ///
  /// The status of the response does not matter, so call `validate()` first. The body is decoded on a global queue.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder.
  /// - Returns: A promise of the decoded value. It is rejected with a ``ResponseError`` if the decoder throws an error.
  ///   Canceling the
  ///   returned promise cancels this one unless it has another consumer.
  public func decode<T: Decodable & Sendable>(
    _ type: T.Type = T.self, with decoder: some ResponseDecoder, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    map(
      on: .global(), { value in try value.response.decode(T.self, from: value.data, with: decoder) }, file: file,
      line: line)
  }
}

extension URLResponse {
  /// Whether the media type is one of JSON.
  fileprivate var isJSON: Bool {
    let type = mimeType?.lowercased() ?? ""
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }

  /// Decodes the body of this response.
  fileprivate func decode<T: Decodable>(
    _ type: T.Type, from data: Data, with decoder: some ResponseDecoder
  ) throws -> T {
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw ResponseError(.undecodableBody(error), self, body: data)
    }
  }
}
