// Stand-in for Dispatch. Types that only newer SDKs mark as Sendable are not marked here, because code must compile
// with older SDKs.
@_exported import Darwin

open class DispatchObject {
  public init() { fatalError() }
  public func setTarget(queue: DispatchQueue?) { fatalError() }
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  public func activate() { fatalError() }
  public func suspend() { fatalError() }
  public func resume() { fatalError() }
}

public struct DispatchQoS: Equatable, Sendable {
  public let qosClass: QoSClass
  public let relativePriority: Int
  @available(macOS 10.10, iOS 8.0, *)
  public static let background = DispatchQoS(qosClass: .background, relativePriority: 0)
  @available(macOS 10.10, iOS 8.0, *)
  public static let utility = DispatchQoS(qosClass: .utility, relativePriority: 0)
  @available(macOS 10.10, iOS 8.0, *)
  public static let `default` = DispatchQoS(qosClass: .default, relativePriority: 0)
  @available(macOS 10.10, iOS 8.0, *)
  public static let userInitiated = DispatchQoS(qosClass: .userInitiated, relativePriority: 0)
  @available(macOS 10.10, iOS 8.0, *)
  public static let userInteractive = DispatchQoS(qosClass: .userInteractive, relativePriority: 0)
  public static let unspecified = DispatchQoS(qosClass: .unspecified, relativePriority: 0)
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }
  public init(qosClass: QoSClass, relativePriority: Int) {
    self.qosClass = qosClass
    self.relativePriority = relativePriority
  }
}

public struct DispatchWorkItemFlags: OptionSet {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let barrier = DispatchWorkItemFlags(rawValue: 1)
  @available(macOS 10.10, iOS 8.0, *)
  public static let detached = DispatchWorkItemFlags(rawValue: 2)
  @available(macOS 10.10, iOS 8.0, *)
  public static let assignCurrentContext = DispatchWorkItemFlags(rawValue: 4)
  @available(macOS 10.10, iOS 8.0, *)
  public static let noQoS = DispatchWorkItemFlags(rawValue: 8)
  @available(macOS 10.10, iOS 8.0, *)
  public static let inheritQoS = DispatchWorkItemFlags(rawValue: 16)
  @available(macOS 10.10, iOS 8.0, *)
  public static let enforceQoS = DispatchWorkItemFlags(rawValue: 32)
}
@available(*, unavailable)
extension DispatchWorkItemFlags: Sendable {}

@available(macOS 10.10, iOS 8.0, *)
public class DispatchWorkItem {
  public init(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], block: @escaping @convention(block) () -> Void
  ) { fatalError() }
  public func perform() { fatalError() }
  public func wait() { fatalError() }
  public func cancel() { fatalError() }
  public var isCancelled: Bool { fatalError() }
}

public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { fatalError() }
  public static let distantFuture = DispatchTime(uptimeNanoseconds: 0)
  public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
  public var uptimeNanoseconds: UInt64 { fatalError() }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { fatalError() }
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public func distance(to other: DispatchTime) -> DispatchTimeInterval { fatalError() }
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  public func advanced(by interval: DispatchTimeInterval) -> DispatchTime { fatalError() }
}
public struct DispatchWallTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchWallTime { fatalError() }
  public static let distantFuture = now()
  public static func < (a: DispatchWallTime, b: DispatchWallTime) -> Bool { fatalError() }
}
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int)
  case milliseconds(Int)
  case microseconds(Int)
  case nanoseconds(Int)
  case never
}
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }
public func - (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
public func + (time: DispatchWallTime, interval: DispatchTimeInterval) -> DispatchWallTime { fatalError() }
public func + (time: DispatchWallTime, seconds: Double) -> DispatchWallTime { fatalError() }
public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public final class DispatchSpecificKey<T> {
  public init() { fatalError() }
}
extension DispatchSpecificKey: @unchecked Sendable where T: Sendable {}

public enum DispatchPredicate {
  case onQueue(DispatchQueue)
  case onQueueAsBarrier(DispatchQueue)
  case notOnQueue(DispatchQueue)
}
@available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) { fatalError() }
public func dispatchMain() -> Never { fatalError() }

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1)
    @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
    public static let initiallyInactive = Attributes(rawValue: 2)
  }
  public enum AutoreleaseFrequency: Sendable {
    case inherit
    @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
    case workItem
    @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
    case never
  }
  public class var main: DispatchQueue { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { fatalError() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) { fatalError() }
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) { fatalError() }
  public var label: String { fatalError() }
  public var qos: DispatchQoS { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func sync(execute workItem: DispatchWorkItem) { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func async(execute workItem: DispatchWorkItem) { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func async(group: DispatchGroup, execute workItem: DispatchWorkItem) { fatalError() }
  @preconcurrency public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
  public func sync<T>(flags: DispatchWorkItemFlags, execute work: () throws -> T) rethrows -> T { fatalError() }
  @preconcurrency public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
  @preconcurrency public func asyncAfter(
    wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) { fatalError() }
}

open class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() { fatalError() }
  public func enter() { fatalError() }
  public func leave() { fatalError() }
  @available(*, noasync, message: "Use a TaskGroup instead")
  public func wait() { fatalError() }
  @available(*, noasync, message: "Use a TaskGroup instead")
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
  @available(*, noasync, message: "Use a TaskGroup instead")
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { fatalError() }
  @preconcurrency public func notify(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func notify(queue: DispatchQueue, work: DispatchWorkItem) { fatalError() }
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public convenience init(value: Int) { fatalError() }
  @discardableResult public func signal() -> Int { fatalError() }
  @available(*, noasync, message: "Await a Task handle instead")
  public func wait() { fatalError() }
  @available(*, noasync, message: "Await a Task handle instead")
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
  @available(*, noasync, message: "Await a Task handle instead")
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { fatalError() }
}

public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable @convention(block) () -> Void)?)
  @available(macOS 10.10, iOS 8.0, *)
  func setEventHandler(handler: DispatchWorkItem)
  func setCancelHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable @convention(block) () -> Void)?)
  func setRegistrationHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: (@Sendable @convention(block) () -> Void)?)
  func cancel()
  func resume()
  func suspend()
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  func activate()
  var isCancelled: Bool { get }
}
extension DispatchSourceProtocol {
  @preconcurrency public func setRegistrationHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@Sendable @convention(block) () -> Void)?
  ) { fatalError() }
  @preconcurrency public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@Sendable @convention(block) () -> Void)?
  ) { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public func setEventHandler(handler: DispatchWorkItem) { fatalError() }
  @preconcurrency public func setCancelHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    handler: (@Sendable @convention(block) () -> Void)?
  ) { fatalError() }
  public func cancel() { fatalError() }
  public func resume() { fatalError() }
  public func suspend() { fatalError() }
  @available(macOS 10.12, iOS 10.0, tvOS 10.0, watchOS 3.0, *)
  public func activate() { fatalError() }
  public var isCancelled: Bool { fatalError() }
}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}
public protocol DispatchSourceRead: DispatchSourceProtocol {}
public protocol DispatchSourceTimer: DispatchSourceProtocol {
  func schedule(deadline: DispatchTime, repeating interval: DispatchTimeInterval, leeway: DispatchTimeInterval)
  func schedule(deadline: DispatchTime, repeating interval: Double, leeway: DispatchTimeInterval)
}
extension DispatchSourceTimer {
  public func schedule(
    deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) { fatalError() }
  public func schedule(deadline: DispatchTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    fatalError()
  }
}
open class DispatchSource: DispatchObject {
  public struct TimerFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strict = TimerFlags(rawValue: 1)
  }
  public class func makeTimerSource(flags: TimerFlags = [], queue: DispatchQueue? = nil) -> any DispatchSourceTimer {
    fatalError()
  }
  public class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceRead {
    fatalError()
  }
  public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal { fatalError() }
}

public struct DispatchData: RandomAccessCollection {
  public static let empty = DispatchData(value: 0)
  private let value: Int
  private init(value: Int) { self.value = value }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 { fatalError() }
  public mutating func append(_ other: DispatchData) { fatalError() }
  public func enumerateBytes(_ block: (UnsafeBufferPointer<UInt8>, Int, inout Bool) -> Void) { fatalError() }
  public var regions: [DispatchData] { fatalError() }
  public func withUnsafeBytes<Result, ContentType>(body: (UnsafePointer<ContentType>) throws -> Result) rethrows -> Result {
    fatalError()
  }
}
open class DispatchIO: DispatchObject, @unchecked Sendable {
  public enum StreamType: UInt { case stream, random }
  public struct CloseFlags: OptionSet {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let stop = CloseFlags(rawValue: 1)
  }
  public convenience init?(
    type: StreamType, path: UnsafePointer<Int8>, oflag: Int32, mode: mode_t, queue: DispatchQueue,
    cleanupHandler: @escaping (_ error: Int32) -> Void
  ) { fatalError() }
  public func read(
    offset: off_t, length: Int, queue: DispatchQueue,
    ioHandler: @escaping (_ done: Bool, _ data: DispatchData?, _ error: Int32) -> Void
  ) { fatalError() }
  public func close(flags: CloseFlags = []) { fatalError() }
  public func setLimit(lowWater: Int) { fatalError() }
  public func setLimit(highWater: Int) { fatalError() }
}

