// Stand-in for Foundation: data, text, files and processes.
public struct Data: RandomAccessCollection, RangeReplaceableCollection, MutableCollection, Hashable, Sendable {
  public typealias SubSequence = Data
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let withoutOverwriting = WritingOptions(rawValue: 0)
  }
  public init() { fatalError() }
  public init(count: Int) { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let mappedIfSafe = ReadingOptions(rawValue: 0)
  }
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript(range: Range<Int>) -> Data {
    get { fatalError() }
    set { fatalError() }
  }
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with elements: C) where C.Element == UInt8 {
    fatalError()
  }
}
public struct UUID: Hashable, Sendable {
  public init() { fatalError() }
  public var uuidString: String { fatalError() }
}
public struct URL: Hashable, Codable, Sendable {
  public init?(string: String) { fatalError() }
  public init(fileURLWithPath path: String) { fatalError() }
  public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
  public init?(dataRepresentation: Data, relativeTo base: URL?, isAbsolute: Bool = false) { fatalError() }
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }
  public var absoluteString: String { fatalError() }
  public var relativeString: String { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public var scheme: String? { fatalError() }
  public var host: String? { fatalError() }
  public var path: String { fatalError() }
  public var query: String? { fatalError() }
  public var lastPathComponent: String { fatalError() }
  public var isFileURL: Bool { fatalError() }
  public var hasDirectoryPath: Bool { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func appendingPathComponent(_ component: String) -> URL { fatalError() }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { fatalError() }
}
public struct URLComponents: Hashable, Sendable {
  public init?(url: URL, resolvingAgainstBaseURL: Bool) { fatalError() }
  public init?(string: String) { fatalError() }
  public var user: String?
  public var password: String?
  public var query: String?
  public var percentEncodedQuery: String?
  public var percentEncodedPath: String
  public var fragment: String?
  public var url: URL? { fatalError() }
  public var string: String? { fatalError() }
}
public struct CharacterSet: Hashable, Sendable {
  public init(charactersIn string: String) { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
  public static var whitespaces: CharacterSet { fatalError() }
}
public enum ComparisonResult: Int, Sendable { case orderedAscending, orderedSame, orderedDescending }
extension StringProtocol {
  public func addingPercentEncoding(withAllowedCharacters set: CharacterSet) -> String? { fatalError() }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public func range<T: StringProtocol>(of text: T) -> Range<Index>? { fatalError() }
  public var removingPercentEncoding: String? { fatalError() }
  public func replacingOccurrences<T: StringProtocol, U: StringProtocol>(of target: T, with replacement: U) -> String {
    fatalError()
  }
  public func caseInsensitiveCompare<T: StringProtocol>(_ other: T) -> ComparisonResult { fatalError() }
}
extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let utf8 = Encoding(rawValue: 0)
    public static let ascii = Encoding(rawValue: 0)
    public static let isoLatin1 = Encoding(rawValue: 0)
    public static let isoLatin2 = Encoding(rawValue: 0)
    public static let utf16 = Encoding(rawValue: 0)
    public static let utf16BigEndian = Encoding(rawValue: 0)
    public static let utf16LittleEndian = Encoding(rawValue: 0)
    public static let utf32 = Encoding(rawValue: 0)
    public static let utf32BigEndian = Encoding(rawValue: 0)
    public static let utf32LittleEndian = Encoding(rawValue: 0)
    public static let windowsCP1250 = Encoding(rawValue: 0)
    public static let windowsCP1251 = Encoding(rawValue: 0)
    public static let windowsCP1252 = Encoding(rawValue: 0)
    public static let windowsCP1253 = Encoding(rawValue: 0)
    public static let windowsCP1254 = Encoding(rawValue: 0)
    public static let macOSRoman = Encoding(rawValue: 0)
    public static let shiftJIS = Encoding(rawValue: 0)
    public static let japaneseEUC = Encoding(rawValue: 0)
    public static let iso2022JP = Encoding(rawValue: 0)
  }
  public init?(data: Data, encoding: Encoding) { fatalError() }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}
public struct NSRange: Hashable, Sendable {
  public init<R: RangeExpression, S: StringProtocol>(_ region: R, in target: S) where R.Bound == S.Index {
    fatalError()
  }
}
open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  public init(pattern: String, options: Options = []) throws { fatalError() }
  open func stringByReplacingMatches(
    in string: String, options: MatchingOptions = [], range: NSRange, withTemplate template: String
  ) -> String { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class PropertyListDecoder: @unchecked Sendable {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
  }
  open var outputFormatting: OutputFormatting
  public init() { fatalError() }
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class PropertyListEncoder: @unchecked Sendable {
  public init() { fatalError() }
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var fragmentsAllowed: ReadingOptions { fatalError() }
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
  open class func isValidJSONObject(_ object: Any) -> Bool { fatalError() }
  open class func data(withJSONObject object: Any) throws -> Data { fatalError() }
}
public struct FileAttributeKey: Hashable, Sendable {
  public static let size = FileAttributeKey()
}
open class NSNumber: NSObject, @unchecked Sendable {
  open var int64Value: Int64 { fatalError() }
  open var intValue: Int { fatalError() }
}
public func NSTemporaryDirectory() -> String { fatalError() }
open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
  open func isReadableFile(atPath path: String) -> Bool { fatalError() }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  open func createDirectory(at url: URL, withIntermediateDirectories: Bool) throws { fatalError() }
  open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws { fatalError() }
  open func moveItem(at source: URL, to destination: URL) throws { fatalError() }
  open func removeItem(at url: URL) throws { fatalError() }
  open func removeItem(atPath path: String) throws { fatalError() }
  open func changeCurrentDirectoryPath(_ path: String) -> Bool { fatalError() }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardInput: FileHandle { fatalError() }
  public convenience init(forReadingFrom url: URL) throws { fatalError() }
  public convenience init(forWritingTo url: URL) throws { fatalError() }
  open var fileDescriptor: Int32 { fatalError() }
  open var availableData: Data { fatalError() }
  open func readDataToEndOfFile() -> Data { fatalError() }
  open func write(_ data: Data) { fatalError() }
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public func close() throws { fatalError() }
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public func seek(toOffset offset: UInt64) throws { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func seekToEnd() throws -> UInt64 { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func read(upToCount count: Int) throws -> Data? { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func readToEnd() throws -> Data? { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func write<T: Sequence>(contentsOf data: T) throws where T.Element == UInt8 { fatalError() }
}
open class Pipe: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}
#if os(macOS)
  open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable { case exit, uncaughtSignal }
    public override init() { fatalError() }
    open var executableURL: URL?
    open var arguments: [String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var terminationHandler: (@Sendable (Process) -> Void)?
    open var terminationStatus: Int32 { fatalError() }
    open var terminationReason: TerminationReason { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open var isRunning: Bool { fatalError() }
    @available(macOS 10.13, *)
    open func run() throws { fatalError() }
    open func terminate() { fatalError() }
    open func waitUntilExit() { fatalError() }
  }
#endif
