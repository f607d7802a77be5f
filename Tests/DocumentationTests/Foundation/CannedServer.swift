import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers the requests of a session, so that the documented code needs no network.
final class CannedServer: URLProtocol {
  /// Returns a session whose requests this server answers.
  static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [CannedServer.self]
    return URLSession(configuration: configuration)
  }

  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "api.example" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    switch (request.httpMethod, request.url?.path, request.url?.query) {
    case ("GET", "/users", "id=7"):
      answer(200, "application/json", #"{"id": 7, "name": "Ada", "avatar": "https://api.example/avatar"}"#)
    case ("POST", "/users", nil): answer(201, "application/json", #"{"id": 8, "name": "Grace"}"#)
    case ("GET", "/avatar", nil): answer(200, "image/png", String(repeating: "P", count: 10_000))
    case ("GET", "/slow", nil): break
    default: answer(404, "text/plain", "There is no such page.")
    }
  }

  override func stopLoading() {}

  private func answer(_ status: Int, _ type: String, _ body: String) {
    guard let client, let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": type])
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Data(body.utf8))
    client.urlProtocolDidFinishLoading(self)
  }
}
