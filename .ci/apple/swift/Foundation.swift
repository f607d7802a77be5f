// Stand-in for Foundation.
@_exported import Dispatch

public typealias TimeInterval = Double
public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol {
  public init() {}
}

public struct URL: Hashable, Sendable {
  public init?(string: String) { fatalError() }
  public init(fileURLWithPath path: String) { fatalError() }
  public var absoluteString: String { fatalError() }
}
public struct URLRequest: Hashable, Sendable {
  public init(url: URL) { fatalError() }
}
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) { fatalError() }
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
}
public let NSURLErrorDomain: String = ""
public let NSCocoaErrorDomain: String = ""
public var NSURLErrorCancelled: Int { -999 }
public var NSURLErrorTimedOut: Int { -1001 }
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var cancelled: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
}
public struct CocoaError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var userCancelled: Code { fatalError() }
    public static var fileNoSuchFile: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
}
open class JSONDecoder {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class JSONEncoder {
  public init() { fatalError() }
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class URLResponse: NSObject, @unchecked Sendable {}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open func cancel() { fatalError() }
  open func resume() { fatalError() }
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  @preconcurrency open func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
}

open class OperationQueue: NSObject, @unchecked Sendable {}
public struct Notification {
  public struct Name: Hashable, Sendable {
    public init(_ rawValue: String) { fatalError() }
  }
  public var name: Name
  public var object: Any?
}
open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
  open func post(name: Notification.Name, object: Any?) { fatalError() }
  @preconcurrency open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) { fatalError() }
}
#if os(macOS)
  open class Process: NSObject, @unchecked Sendable {
    open var executableURL: URL?
    open var arguments: [String]?
    open var terminationHandler: (@Sendable (Process) -> Void)?
    open var terminationStatus: Int32 { fatalError() }
    @available(macOS 10.13, *)
    open func run() throws { fatalError() }
    open func terminate() { fatalError() }
  }
#endif

public struct Date: Comparable, Hashable, Sendable {
  public init() { fatalError() }
  public init(timeIntervalSinceNow: TimeInterval) { fatalError() }
  public var timeIntervalSinceNow: TimeInterval { fatalError() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  public static let distantFuture = Date()
  public static func < (a: Date, b: Date) -> Bool { fatalError() }
  public static func + (a: Date, b: TimeInterval) -> Date { fatalError() }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
}

open class Thread: NSObject {
  @available(*, noasync, message: "Work intended for the main actor should be marked with @MainActor")
  open class var isMainThread: Bool { fatalError() }
  @available(*, noasync, message: "Thread.current cannot be used from async contexts.")
  open class var current: Thread { fatalError() }
  open class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  @preconcurrency open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  @preconcurrency public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  open var isMainThread: Bool { fatalError() }
  open var threadDictionary: NSMutableDictionary { fatalError() }
  open var stackSize: Int = 0
  open var name: String?
  open func start() { fatalError() }
}
open class NSMutableDictionary: NSObject {
  public subscript(key: Any) -> Any? {
    get { fatalError() }
    set { fatalError() }
  }
}
open class RunLoop: NSObject {
  public struct Mode: Hashable, Sendable {
    public static let `default` = Mode()
  }
  @available(*, noasync)
  open class var current: RunLoop { fatalError() }
  open class var main: RunLoop { fatalError() }
  @available(*, noasync)
  open func run(mode: Mode, before limitDate: Date) -> Bool { fatalError() }
}
open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
  open var arguments: [String] { fatalError() }
  open var activeProcessorCount: Int { fatalError() }
  open var processIdentifier: Int32 { fatalError() }
}

public protocol NSLocking {
  func lock()
  func unlock()
}
extension NSLocking {
  @_alwaysEmitIntoClient @_disfavoredOverload
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  public func lock() { fatalError() }
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  public func unlock() { fatalError() }
}

public struct Data: RandomAccessCollection, Hashable, Sendable {
  public init() { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public init(contentsOf url: URL) throws { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 { fatalError() }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open var fileDescriptor: Int32 { fatalError() }
  open var availableData: Data { fatalError() }
  open func write(_ data: Data) { fatalError() }
}
open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}
extension String {
  public struct Encoding: Sendable { public static let utf8 = Encoding() }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}
