public import Foundation

/// The body of a request, and its media type.
public struct RequestBody: Sendable {
  /// The bytes, or the error with which they could not be encoded.
  let data: Result<Data, any Error>
  /// The value of the header `Content-Type`.
  let contentType: String

  /// Returns a body that consists of given bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - contentType: The media type, such as `text/plain; charset=utf-8`.
  /// - Returns: The body.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> RequestBody {
    RequestBody(data: .success(data), contentType: contentType)
  }

  /// Returns a body that contains a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value. It is encoded before this method returns. If this fails, the promise of the request is
  ///     rejected with the encoder's error, and nothing is sent.
  ///   - encoder: The encoder.
  /// - Returns: The body.
  public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) -> RequestBody {
    RequestBody(data: Result { try encoder.encode(value) }, contentType: "application/json")
  }

  /// Returns a body that contains a dictionary of mixed values as JSON.
  ///
  /// - Parameter object: The dictionary, which may contain what `JSONSerialization` can write. It is encoded before this
  ///   method returns. If this fails, the promise of the request is rejected with an `EncodingError`, and nothing is
  ///   sent.
  /// - Returns: The body.
  @_disfavoredOverload  // so that a dictionary of one type uses its own encoding
  public static func json(_ object: [String: Any]) -> RequestBody {
    RequestBody(
      data: Result {
        guard JSONSerialization.isValidJSONObject(object) else {
          throw EncodingError.invalidValue(
            object, EncodingError.Context(codingPath: [], debugDescription: "The dictionary cannot be written as JSON.")
          )
        }
        return try JSONSerialization.data(withJSONObject: object)
      }, contentType: "application/json")
  }

  /// Returns a body that contains the fields of a form, as browsers send it.
  ///
  /// - Parameter fields: The fields, which are sent in the order of their names.
  /// - Returns: The body.
  public static func form(_ fields: [String: String]) -> RequestBody {
    RequestBody(
      data: .success(Data(URLEncoding.query(fields).utf8)),
      contentType: "application/x-www-form-urlencoded; charset=utf-8")
  }
}
