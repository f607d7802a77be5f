// Forms: created, derived

import Foundation
@_spi(PromiseKit) import PromiseKitFoundationVocabulary
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension CreationForm {
  /// The ways of PromiseKit's extensions of Foundation to create a promise.
  @available(*, deprecated)
  static var ofFoundation: [CreationForm] {
    [
      CreationForm("observe", hasSite: false) {
        let (center, name) = (NotificationCenter(), Notification.Name("CreationForm"))
        // The observer of PromiseKit's form remains until the notification is posted.
        defer { center.post(name: name, object: nil) }
        return center.observe(once: name) as Guarantee<ObservedNotification>
      },
      CreationForm("launch", hasSite: false) {
        Process().launch(.promise) as Promise<(out: Pipe, err: Pipe)>
      },
    ]
  }
}

extension DerivedForm {
  /// The operators of PromiseKit's extensions of Foundation.
  @available(*, deprecated)
  static var ofFoundation: [DerivedForm] {
    [
      DerivedForm("validate", hasSite: false) { source in
        source.map(on: nil) { _ in (data: Data("[1]".utf8), response: response()) }.validate()
      }
    ]
  }

  private static func response() -> URLResponse {
    HTTPURLResponse(url: URL(string: "https://example.com")!, statusCode: 200, httpVersion: nil, headerFields: nil)!
  }
}
