public import Foundation
public import PromiseCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a `GET` request, and returns a promise of the valid response and its body.
  ///
  /// ```swift
  /// let user = session.get(url, query: ["id": "7"]).decode(User.self)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - query: Fields that are added to the query of the URL, in the order of their names. If a name occurs more than
  ///     once, put the query into the URL instead.
  ///   - headers: Headers of the request.
  /// - Returns: A promise of the body and the response. It is rejected with a ``ResponseError`` if the status is not
  ///   between 200 and 299, with a ``TransferError`` if the request is invalid, or with the session's error. Canceling
  ///   the promise cancels the task.
  public func get(
    _ url: URL, query: [String: String] = [:], headers: [String: String] = [:], file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> { send("GET", url, query, headers, nil, file: file, line: line) }

  /// Sends a `POST` request, and returns a promise of the valid response and its body.
  ///
  /// ```swift
  /// let user = session.post(url, body: .json(newUser)).decode(User.self)
  /// ```
  ///
  /// In every other respect, this method behaves like ``get(_:query:headers:file:line:)``.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - query: Fields that are added to the query of the URL.
  ///   - headers: Headers of the request. They take precedence over the media type of `body`.
  ///   - body: The body of the request.
  /// - Returns: A promise of the body and the response.
  public func post(
    _ url: URL, query: [String: String] = [:], headers: [String: String] = [:], body: RequestBody? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> { send("POST", url, query, headers, body, file: file, line: line) }

  /// Sends a `PUT` request, and returns a promise of the valid response and its body.
  ///
  /// In every other respect, this method behaves like ``get(_:query:headers:file:line:)``.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - query: Fields that are added to the query of the URL.
  ///   - headers: Headers of the request. They take precedence over the media type of `body`.
  ///   - body: The body of the request.
  /// - Returns: A promise of the body and the response.
  public func put(
    _ url: URL, query: [String: String] = [:], headers: [String: String] = [:], body: RequestBody? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> { send("PUT", url, query, headers, body, file: file, line: line) }

  /// Sends a `DELETE` request, and returns a promise of the valid response and its body.
  ///
  /// In every other respect, this method behaves like ``get(_:query:headers:file:line:)``.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - query: Fields that are added to the query of the URL.
  ///   - headers: Headers of the request. They take precedence over the media type of `body`.
  ///   - body: The body of the request.
  /// - Returns: A promise of the body and the response.
  public func delete(
    _ url: URL, query: [String: String] = [:], headers: [String: String] = [:], body: RequestBody? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    send("DELETE", url, query, headers, body, file: file, line: line)
  }

  /// Sends a request, and validates its response.
  private func send(
    _ method: String, _ url: URL, _ query: [String: String], _ headers: [String: String], _ body: RequestBody?,
    file: StaticString, line: UInt
  ) -> Promise<(data: Data, response: URLResponse)> {
    let request = Result {
      var request = URLRequest(url: try url.adding(query))
      request.httpMethod = method
      if let body {
        request.httpBody = try body.data.get()
        request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
      }
      for (name, value) in headers {
        // Foundation on Linux ignores a header with an invalid value.
        try TransferError.check(header: name, value)
        request.setValue(value, forHTTPHeaderField: name)
      }
      return request
    }
    return switch request {
    case .success(let request):
      dataTask(.promise, with: request, file: file, line: line).validate(file: file, line: line)
    case .failure(let error): Promise(error: error, file: file, line: line)
    }
  }
}

extension URL {
  /// Returns this URL with fields added to its query.
  fileprivate func adding(_ fields: [String: String]) throws -> URL {
    guard !fields.isEmpty else { return self }
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    let added = URLEncoding.query(fields)
    let query = components?.percentEncodedQuery ?? ""
    components?.percentEncodedQuery = query.isEmpty ? added : "\(query)&\(added)"
    guard let url = components?.url else { throw TransferError.invalidURL(absoluteString) }
    return url
  }
}
