public import Foundation
public import PromiseCore

extension NotificationCenter {
  /// Returns a guarantee of the next notification with a name.
  ///
  /// As in PromiseKit, the observer remains until the notification is posted.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification, or `nil` to observe every object.
  /// - Returns: A guarantee of the notification.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: """
      Remove `@_spi(PromiseKit)` from the import, and end the chain with `catch` or `cauterize()`. The result is then a \
      `Promise`, and canceling or releasing it removes the observer.
      """
  )
  public func observe(once name: Notification.Name, object: Any? = nil) -> Guarantee<ObservedNotification> {
    let (guarantee, resolve) = Guarantee<ObservedNotification>.pending()
    let promise: Promise<ObservedNotification> = observe(once: name, object: object, file: #fileID, line: #line)
    promise.pipe { result in
      if case .success(let notification) = result { resolve(notification) }
    }
    return guarantee
  }
}

extension ObservedNotification {
  /// The notification.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `object(as:)` and `value(for:as:)`.")
  public var foundationNotification: Notification { notification }

  /// The object that posted the notification.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `object(as:)`, which checks that the type is `Sendable`.")
  public var object: Any? { notification.object }

  /// The payload of the notification.
  @_spi(PromiseKit)
  @available(*, deprecated, message: "Use `value(for:as:)`, which checks that the type is `Sendable`.")
  public var userInfo: [AnyHashable: Any]? { notification.userInfo }
}
