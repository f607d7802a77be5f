// Stand-in for os, as far as signposts need it.
public import ObjectiveC

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
public final class OSLog: NSObject, @unchecked Sendable {
  public struct Category: Sendable {
    @available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
    public static let pointsOfInterest = Category()
  }

  public convenience init(subsystem: String, category: Category) { fatalError() }
}

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public struct OSSignpostID: Sendable {
  public init(_ value: UInt64) { fatalError() }
}

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public enum OSSignpostType { case begin, end, event }

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString, signpostID: OSSignpostID
) { fatalError() }

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString, signpostID: OSSignpostID,
  _ format: StaticString, _ arguments: any CVarArg...
) { fatalError() }
