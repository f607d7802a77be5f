extension DecodingError {
  /// What is wrong with the decoded data, in the names that the program declares.
  ///
  /// The summary contains no text of the data itself: neither values nor the keys of dictionaries.
  var summary: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing."
    case .valueNotFound(let type, let context):
      "\(Self.path(context.codingPath)) has no value, and must be of type \(Redaction.shortened("\(type)"))."
    case .typeMismatch(let type, let context):
      "\(Self.path(context.codingPath)) is not of type \(Redaction.shortened("\(type)"))."
    case .dataCorrupted(let context): "\(Self.path(context.codingPath)) is invalid."
    @unknown default: "it is invalid."
    }
  }

  /// Returns the location of a value, such as `users[3].name`. A key that the data contains, and no type declares, is an
  /// asterisk.
  private static func path(_ path: [any CodingKey]) -> String {
    let text = path.prefix(50).map { key in
      // The keys that a type declares are cases without associated values. Foundation has an `enum` with such values.
      let mirror = Mirror(reflecting: key)
      if mirror.displayStyle == .enum, mirror.children.isEmpty { return ".\(key.stringValue)" }
      return key.intValue.map { "[\($0)]" } ?? ".*"
    }.joined()
    return text.isEmpty ? "it" : "`\(Redaction.shortened(text.drop { $0 == "." }))`"
  }
}
