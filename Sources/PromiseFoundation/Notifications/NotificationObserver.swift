import Foundation

/// An observer of a notification center. It is removed when it is released, or earlier.
final class NotificationObserver: @unchecked Sendable {
  // A notification center may be used on any thread, and the token does not change.
  private let token: any NSObjectProtocol
  private let center: NotificationCenter

  /// Takes over an observer.
  ///
  /// - Parameters:
  ///   - token: What `addObserver` has returned.
  ///   - center: The notification center.
  init(_ token: any NSObjectProtocol, of center: NotificationCenter) {
    self.token = token
    self.center = center
  }

  deinit { remove() }

  /// Removes the observer. Calls after the first have no effect.
  func remove() { center.removeObserver(token) }
}
