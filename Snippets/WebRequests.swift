// Sends requests, decodes the responses, and retries. It needs no network: `Server` answers the requests.

import Foundation
import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Codable {
  let id: Int
  let name: String
}

extension URLSession {
  /// Sends a request, and retries it up to three times if an error may be temporary.
  func send(_ request: URLRequest) -> Promise<(data: Data, response: URLResponse)> {
    // Repeating a request with one of these methods has the same effect as sending it once.
    let isIdempotent = ["GET", "HEAD", "PUT", "DELETE"].contains(request.httpMethod)
    return retry(
      attempts: isIdempotent ? 3 : 0, delay: .exponential(initial: 0.1, maximum: 10),
      condition: { _, error in mayBeTemporary(error) }
    ) { [self] in
      dataTask(.promise, with: request).validate()
    }
  }
}

/// Returns whether another attempt may succeed.
func mayBeTemporary(_ error: any Error) -> Bool {
  switch error {
  case let error as ResponseError: error.statusCode.map { $0 == 408 || $0 == 429 || 500..<600 ~= $0 } ?? false
  case let error as URLError:
    [
      .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet,
      .unknown, .badServerResponse,  // on Linux, a connection that the server has closed
    ].contains(error.code)
  default: false
  }
}

let configuration = URLSessionConfiguration.ephemeral
configuration.protocolClasses = [Server.self]
let session = URLSession(configuration: configuration)
let users = URL(string: "https://api.example/users")!

// The first response has the status 503, so the request is sent again.
let ada = session.send(URLRequest(url: users.appendingPathComponent("7"))).decode(User.self)
print("received:", try await ada.get().name)

// Repeating a POST request might create the user twice.
let grace = session.post(users, body: .json(User(id: 8, name: "Grace"))).decode(User.self)
print("created:", try await grace.get().id)

// The description of the error does not contain the token.
let unknown = session.get(users.appendingPathComponent("9"), query: ["token": "secret"]).decode(User.self)
if case .failure(let error) = await unknown.getResult() { print(error) }

// The server never answers this request. The time limit cancels it.
let slow = session.get(users.appendingPathComponent("slow")).timeout(seconds: 0.1)
if case .failure(let error) = await slow.getResult() { print(error) }

/// Answers the requests of a session.
final class Server: URLProtocol {
  private static let lock = NSLock()
  private nonisolated(unsafe) static var requestCount = 0  // guarded by `lock`

  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "api.example" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    Self.lock.lock()
    Self.requestCount += 1
    let count = Self.requestCount
    Self.lock.unlock()
    let path = request.url?.path ?? ""
    print("request \(count): \(request.httpMethod ?? "") \(path)")
    switch path {
    case "/users/7" where count == 1: answer(503, #"{"problem": "The server is busy."}"#)
    case "/users/7": answer(200, #"{"id": 7, "name": "Ada"}"#)
    case "/users": answer(201, #"{"id": 8, "name": "Grace"}"#)
    case "/users/slow": break
    default: answer(404, #"{"problem": "There is no such user."}"#)
    }
  }

  override func stopLoading() {}

  private func answer(_ status: Int, _ json: String) {
    guard let client, let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Data(json.utf8))
    client.urlProtocolDidFinishLoading(self)
  }
}
