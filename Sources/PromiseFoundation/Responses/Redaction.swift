import Foundation

/// Removes secrets from text that ends up in logs.
enum Redaction {
  /// The longest excerpt of a body in a description, in characters.
  private static let longestExcerpt = 400
  /// The longest end of an output in a description, in characters.
  private static let longestOutput = 1_024
  /// The most bytes at the end of an output that are searched for secrets.
  private static let longestEnd = 16_384

  /// Returns a URL without its user name, password, query and fragment, and without the data that it contains.
  static func url(_ url: URL) -> String {
    guard url.scheme?.lowercased() != "data" else { return "data:…" }
    guard var components = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else {
      return text(url.absoluteString)
    }
    components.user = nil
    components.password = nil
    components.query = nil
    components.fragment = nil
    return components.string ?? ""
  }

  /// Returns a text without the values of headers that carry credentials, and without the queries and the passwords of
  /// URLs.
  static func text(_ text: String) -> String {
    var text = text
    for (pattern, replacement) in patterns {
      text = pattern.stringByReplacingMatches(
        in: text, range: NSRange(text.startIndex..., in: text), withTemplate: replacement)
    }
    return text
  }

  /// Returns the first characters of a body without secrets, on one line, or `nil` if the bytes are not text.
  ///
  /// - Parameter data: The beginning of a body. Its last character may be incomplete.
  /// - Returns: The text, and whether it goes up to the end of `data`.
  static func excerpt(_ data: Data) -> (text: String, isWhole: Bool)? {
    // A character of UTF-8 has at most four bytes, so removing up to three completes the last one.
    let text = (0...3).lazy.compactMap { String(data: data.dropLast($0), encoding: .utf8) }.first
    guard let text, !text.unicodeScalars.contains(where: { $0 == "\0" }) else { return nil }
    let line = self.text(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longestExcerpt ? ("\(line.prefix(longestExcerpt))…", false) : (line, true)
  }

  /// Returns the last characters of an output without secrets.
  static func end(of data: Data) -> String {
    var end = data.suffix(longestEnd)
    if end.count < data.count {
      // A line that is not whole may be the rest of a secret.
      end = end.firstIndex(of: UInt8(ascii: "\n")).map { end[$0...] } ?? Data()
    }
    let text = self.text(String(decoding: end, as: UTF8.self)).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.count > longestOutput ? "…\(text.suffix(longestOutput))" : text
  }

  /// What to replace, and with what.
  private static let patterns: [(NSRegularExpression, String)] = [
    // A header, also as JSON or as an argument, up to the end of the line: a value may contain quotation marks.
    (
      #"(?i)((?:proxy-)?authorization|(?:set-)?cookie2?)([^\r\n:=\w]{0,8}(?:value\W{0,4})?[:=])[\s"'\[{(]*[^\r\n]*"#,
      "$1$2 <redacted>"
    ),
    // The query of a URL, whether absolute or relative, up to the next space: a value may contain anything else.
    (#"(\S)\?\S+"#, "$1?<redacted>"), (#"(^|\s)\?\w+=\S+"#, "$1?<redacted>"),
    // Parameters that are called a token, a password and the like, and what follows “Bearer”.
    (#"(?i)\bbearer\s+\S+"#, "Bearer <redacted>"),
    (
      #"(?i)((?:\w*[_-])?(?:token|password|passwd|secret|api[_-]?key))(["']?\s*[:=]\s*["']?)[^\s"'&,]+"#,
      "$1$2<redacted>"
    ),
    // The user name and the password of a URL, also with slashes that JSON escapes.
    (#"((?:\\?/){2})[^\s"<>]*@"#, "$1<redacted>@"),
    // The parameters in a fragment.
    (#"#\w+=\S*"#, "#<redacted>"),
  ].map { pattern, replacement in
    // The patterns are constant and valid, so this cannot fail.
    (try! NSRegularExpression(pattern: pattern), replacement)
  }
}
