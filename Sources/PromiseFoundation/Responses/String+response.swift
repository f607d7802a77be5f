public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension String {
  /// Creates a string from the body of a response, in the encoding that the response declares.
  ///
  /// ```swift
  /// let page = URLSession.shared.dataTask(.promise, with: url).validate()
  ///   .compactMap { String(data: $0.data, urlResponse: $0.response) }
  /// ```
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - urlResponse: The response. If it declares no encoding, the encoding is UTF-8.
  /// - Returns: The string, or `nil` if the body is not text in this encoding, or the encoding is unknown. The supported
  ///   encodings are those of Unicode, ASCII, ISO 8859-1 and 8859-2, Windows 1250 to 1254, Mac OS Roman, and those of Japanese.
  public init?(data: Data, urlResponse: URLResponse) {
    guard let encoding = Encoding(charset: urlResponse.textEncodingName ?? "utf-8") else { return nil }
    self.init(data: data, encoding: encoding)
  }
}

extension String.Encoding {
  /// Creates the encoding with a name that is registered with IANA.
  fileprivate init?(charset: String) {
    // Foundation offers the whole registry only through Core Foundation, which is private on Linux.
    switch charset.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "\"' ")) {
    case "utf-8", "utf8": self = .utf8
    case "us-ascii", "ascii": self = .ascii
    case "iso-8859-1", "latin1": self = .isoLatin1
    case "iso-8859-2", "latin2": self = .isoLatin2
    case "utf-16": self = .utf16
    case "utf-16be": self = .utf16BigEndian
    case "utf-16le": self = .utf16LittleEndian
    case "utf-32": self = .utf32
    case "utf-32be": self = .utf32BigEndian
    case "utf-32le": self = .utf32LittleEndian
    case "windows-1250": self = .windowsCP1250
    case "windows-1251": self = .windowsCP1251
    case "windows-1252": self = .windowsCP1252
    case "windows-1253": self = .windowsCP1253
    case "windows-1254": self = .windowsCP1254
    case "macintosh", "x-mac-roman": self = .macOSRoman
    case "shift_jis", "x-sjis": self = .shiftJIS
    case "euc-jp": self = .japaneseEUC
    case "iso-2022-jp": self = .iso2022JP
    default: return nil
    }
  }
}
