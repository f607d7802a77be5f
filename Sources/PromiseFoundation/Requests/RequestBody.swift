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

/// The encoding of queries and forms.
enum URLEncoding {
  /// The characters that need no encoding in any part of a URL (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns fields as a query, in the order of their names.
  static func query(_ fields: [String: String]) -> String {
    fields.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Returns a text in which all other characters are encoded, also a plus sign, which servers take for a space.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
