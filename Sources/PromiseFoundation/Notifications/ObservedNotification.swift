public import Foundation

/// A notification that has been observed, as a value that may be passed between threads.
///
/// The payload of a notification may contain any object, so it is read by type, and only as a type that is `Sendable`:
///
/// ```swift
/// NotificationCenter.default.observe(once: .downloadFinished).done { notification in
///   print(notification.value(for: "fileName", as: String.self) ?? "no file")
/// }.cauterize()
/// ```
public struct ObservedNotification: @unchecked Sendable {
  // The notification never changes, and its object and payload are returned only as types that are `Sendable`. (Those of
  // PromiseKitFoundationVocabulary are not, as in PromiseKit.)
  package let notification: Notification

  /// The name of the notification.
  public var name: Notification.Name { notification.name }

  /// Returns the object that posted the notification.
  ///
  /// - Parameter type: The type of the object. Pass a concrete type: `any Sendable` matches every object, because
  ///   `Sendable` cannot be checked at run time.
  /// - Returns: The object, or `nil` if there is none of this type.
  public func object<T: Sendable>(as type: T.Type) -> T? { notification.object as? T }

  /// Returns a value of the notification's payload, `userInfo`.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - type: The type of the value. Pass a concrete type, because `any Sendable` matches every value.
  /// - Returns: The value, or `nil` if there is none of this type.
  public func value<T: Sendable>(for key: some Hashable, as type: T.Type) -> T? {
    notification.userInfo?[AnyHashable(key)] as? T
  }
}
