import Foundation
import TestSupport
import Testing

@testable import PromiseFoundation

@Suite(.sharingProcessors) struct NotificationObserverTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("name")
  private let posted = Log<Void>()

  private func observer() -> NotificationObserver {
    NotificationObserver(
      center.addObserver(forName: name, object: nil, queue: nil) { [posted] _ in posted(()) }, of: center)
  }

  @Test func `an observer receives notifications until it is removed`() {
    let observer = observer()
    center.post(name: name, object: nil)
    #expect(posted.count == 1)
    observer.remove()
    center.post(name: name, object: nil)
    observer.remove()
    #expect(posted.count == 1)
  }

  @Test func `an observer that is released is removed`() {
    do {
      let observer = observer()
      center.post(name: name, object: nil)
      withExtendedLifetime(observer) {}
    }
    center.post(name: name, object: nil)
    #expect(posted.count == 1)
  }
}
