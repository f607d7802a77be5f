// Stand-in for Foundation.
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) { fatalError() }
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
}
public let NSURLErrorDomain: String = ""
public let NSCocoaErrorDomain: String = ""
public let NSLocalizedDescriptionKey: String = ""
public var NSURLErrorCancelled: Int { -999 }
public var NSURLErrorTimedOut: Int { -1001 }
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var cancelled: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
    public static var badServerResponse: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var cannotConnectToHost: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var unknown: Code { fatalError() }
    public static var cannotFindHost: Code { fatalError() }
    public static var dnsLookupFailed: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
}
public struct CocoaError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var userCancelled: Code { fatalError() }
    public static var fileWriteFileExists: Code { fatalError() }
    public static var fileNoSuchFile: Code { fatalError() }
    public static var coderInvalidValue: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
}
open class OperationQueue: NSObject, @unchecked Sendable {}
public struct Notification {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public init(_ rawValue: String) { fatalError() }
    public init(rawValue: String) { fatalError() }
    public var rawValue: String { fatalError() }
  }
  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
}
open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
  public override init() { fatalError() }
  open func post(name: Notification.Name, object: Any?) { fatalError() }
  open func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) { fatalError() }
  @preconcurrency open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) { fatalError() }
}
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
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  @preconcurrency open func perform(_ block: @escaping @Sendable () -> Void) { fatalError() }
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

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
}
extension LocalizedError {
  public var errorDescription: String? { fatalError() }
  public var failureReason: String? { fatalError() }
}
extension Error {
  public var localizedDescription: String { fatalError() }
}

// MARK: - Key-value observing

public struct NSKeyValueObservedChange<Value> {
  public let newValue: Value?
}
open class NSKeyValueObservation: NSObject {
  public func invalidate() { fatalError() }
}
public protocol _KeyValueCodingAndObserving {}
extension _KeyValueCodingAndObserving {
  @preconcurrency public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { fatalError() }
}
extension NSObject: _KeyValueCodingAndObserving {}
