public import Foundation

/// A decoder of whole bodies, such as a `JSONDecoder`, a `PropertyListDecoder`, or a decoder of your own.
public protocol ResponseDecoder: Sendable {
  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The body of a response.
  /// - Returns: The value.
  /// - Throws: An error if the body does not contain such a value.
  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

extension JSONDecoder: ResponseDecoder {}
extension PropertyListDecoder: ResponseDecoder {}
