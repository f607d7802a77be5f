public import Foundation
public import PromiseCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Promise where Value == (data: Data, response: URLResponse) {
  /// Rejects a response whose status reports a failure.
  ///
  /// - Returns: A promise of the same response. It is rejected with a ``ResponseError`` if the status is not between 200
  ///   and 299. A non-HTTP response has no status, and is valid. Canceling the
  ///   returned promise cancels this one unless it has another consumer.
  public func validate(file: StaticString = #fileID, line: UInt = #line) -> Promise {
    map(
      on: nil,
      { value in
        if !value.response.isSuccess { throw ResponseError(.unacceptableStatus, value.response, body: value.data) }
        return value
      }, file: file, line: line)
  }
}

extension Promise where Value == (saveLocation: URL, response: URLResponse) {
  /// Rejects a download whose status reports a failure, and removes its file.
  ///
  /// The file is read and removed on the thread that settles the download.
  ///
  /// - Returns: A promise of the same download. It is rejected with a ``ResponseError`` if the status is not between 200
  ///   and 299. A non-HTTP response has no status, and is valid. Canceling the
  ///   returned promise cancels this one unless it has another consumer.
  public func validate(file: StaticString = #fileID, line: UInt = #line) -> Promise {
    map(
      on: nil,
      { value in
        guard !value.response.isSuccess else { return value }
        let body = (try? Data(contentsOf: value.saveLocation, options: .mappedIfSafe)) ?? Data()
        let error = ResponseError(.unacceptableStatus, value.response, body: body)
        try? FileManager.default.removeItem(at: value.saveLocation)
        throw error
      }, file: file, line: line)
  }
}

extension URLResponse {
  /// Whether the response has a status between 200 and 299, or none.
  fileprivate var isSuccess: Bool { (self as? HTTPURLResponse).map { 200..<300 ~= $0.statusCode } ?? true }
}
