public import Foundation
public import PromiseCore

extension NotificationCenter {
  /// Returns a promise of the next notification with a name.
  ///
  /// The observer is removed when the notification is posted, when the promise is canceled, and when the promise is
  /// released without a consumer.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification, or `nil` to observe every object.
  /// - Returns: A promise of the notification, which is fulfilled on the thread that posts it. It is rejected only if it
  ///   is canceled.
  public func observe(
    once name: Notification.Name, object: Any? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<ObservedNotification> {
    .untilReleased(file: file, line: line) { fulfill in
      let observer = NotificationObserver(
        addObserver(forName: name, object: object, queue: nil) { fulfill(ObservedNotification(notification: $0)) },
        of: self)
      return { observer.remove() }  // equivalent drop: Its release removes the observer as well.
    }
  }
}
