// Forms: derived

import Foundation
import PromiseFoundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension DerivedForm {
  /// The operators of promises of responses.
  static let ofResponses = [
    DerivedForm("validate") { responses($0).validate() },
    DerivedForm("validate of a download") { downloads($0).validate() },
    DerivedForm("decode") { responses($0).decode([Int].self) },
    DerivedForm("decode(with:)") { responses($0).decode([Int].self, with: JSONDecoder()) },
  ]

  private static func responses(_ source: Promise<[Int]>) -> Promise<(data: Data, response: URLResponse)> {
    source.map(on: nil) { _ in (data: Data("[1]".utf8), response: response()) }
  }

  private static func downloads(_ source: Promise<[Int]>) -> Promise<(saveLocation: URL, response: URLResponse)> {
    source.map(on: nil) { _ in (saveLocation: URL(fileURLWithPath: "/"), response: response()) }
  }

  private static func response() -> URLResponse {
    HTTPURLResponse(
      url: URL(string: "https://example.com")!, statusCode: 200, httpVersion: nil,
      headerFields: ["Content-Type": "application/json"])!
  }
}
