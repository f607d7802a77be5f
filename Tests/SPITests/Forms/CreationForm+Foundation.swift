// Forms: created, derived

import Foundation
@_spi(PromiseKit) import PromiseFoundation
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
        NotificationCenter().observe(once: Notification.Name("CreationForm")) as Guarantee<ObservedNotification>
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
