import Dispatch

/// An SDK in Swift 5 mode. Its completion handlers are not `@Sendable`, and it calls them on its own queue.
public enum SDK {
  private static let queue = DispatchQueue(label: "SDK")

  /// Calls the completion handler with `id` as text.
  public static func load(_ id: Int, completion: @escaping (String?, (any Error)?) -> Void) {
    queue.async { completion("\(id)", nil) }
  }

  /// Calls the completion handler with a text.
  public static func read(completion: @escaping (String) -> Void) { queue.async { completion("2") } }

  /// Calls the delegate with a text.
  public static func notify(_ delegate: any SDKDelegate) { queue.async { delegate.didLoad("2") } }
}

/// A delegate, which the SDK calls on its own queue.
public protocol SDKDelegate: AnyObject {
  func didLoad(_ text: String)
}
