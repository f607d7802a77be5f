// Stand-in for ObjectiveC. NSObject has the methods that Foundation adds in Objective-C, because the Linux compiler
// cannot override methods of extensions.
public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol {
  public init() {}
  open func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) { fatalError() }
  open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) { fatalError() }
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) { fatalError() }
}
public struct ObjCBool: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { fatalError() }
  public var boolValue: Bool { fatalError() }
}
public enum objc_AssociationPolicy: UInt { case OBJC_ASSOCIATION_RETAIN }
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) { fatalError() }

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { fatalError() }
  public static var new: NSKeyValueObservingOptions { fatalError() }
}
public struct NSKeyValueChangeKey: Hashable, Sendable {
  public static let newKey = NSKeyValueChangeKey()
}
