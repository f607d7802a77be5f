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
  ///   - urlResponse: The response. If it declares no encoding, or one that is not known, the encoding is UTF-8.
  /// - Returns: The string, or `nil` if the body is not text in this encoding. The known encodings are those of Unicode,
  ///   ASCII, ISO 8859, Windows 1250 to 1258 and 874, KOI8, Mac OS Roman, and those of Chinese, Japanese and Korean.
  public init?(data: Data, urlResponse: URLResponse) {
    let encoding = urlResponse.textEncodingName.flatMap { Encoding(charset: $0) } ?? .utf8
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
    case let name:
      guard let number = Self.numbers[name] else { return nil }
      // Foundation marks the encodings of Core Foundation that it has no name for with this bit.
      self.init(rawValue: 0x8000_0000 | number)
    }
  }

  /// The numbers of further encodings in Core Foundation.
  private static let numbers: [String: UInt] = [
    "iso-8859-3": 0x203, "iso-8859-4": 0x204, "iso-8859-5": 0x205, "iso-8859-6": 0x206, "iso-8859-7": 0x207,
    "iso-8859-8": 0x208, "iso-8859-9": 0x209, "iso-8859-10": 0x20A, "iso-8859-11": 0x20B, "iso-8859-13": 0x20D,
    "iso-8859-14": 0x20E, "iso-8859-15": 0x20F, "latin9": 0x20F, "iso-8859-16": 0x210,
    "windows-874": 0x41D, "tis-620": 0x41D, "windows-1255": 0x505, "windows-1256": 0x506, "windows-1257": 0x507,
    "windows-1258": 0x508, "koi8-r": 0xA02, "koi8-u": 0xA08,
    // GB 18030 contains the two older encodings.
    "gb18030": 0x632, "gbk": 0x632, "gb2312": 0x632, "x-gbk": 0x632, "big5": 0xA03, "big5-hkscs": 0xA06,
    "euc-kr": 0x940, "ks_c_5601-1987": 0x422, "windows-949": 0x422, "windows-31j": 0x420, "cp932": 0x420,
  ]
}
