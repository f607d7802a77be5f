#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  @testable import PromiseFoundation
  import PromiseTesting
  import TestSupport
  import Testing

  /// The credentials of a request that is redirected to another server. Each secret contains the word SECRET.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLRequestRedirectCredentialsTests {
    /// A server that answers with the head of the request.
    private static let target = HostileServer { HostileServer.response($0.head) }

    /// The headers of a request, each with a credential.
    private static let headers = [
      "Authorization": "Bearer SECRET", "Cookie": "id=SECRET", "Proxy-Authorization": "Basic SECRET",
      "X-API-Key": "SECRET", "X-Auth-Token": "SECRET", "PRIVATE-TOKEN": "SECRET", "Accept": "text/plain",
    ]

    /// Returns the head of the request that follows a redirect.
    private func head(
      _ status: Int, to location: String, headers: [String: String] = Self.headers,
      configuration: URLSessionConfiguration = .ephemeral, user: String = ""
    ) async throws -> String {
      let server = HostileServer { request in
        guard request.path == "/" else { return HostileServer.response(request.head) }
        return "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
      }
      let url = URL(string: server.url().absoluteString.replacingOccurrences(of: "//", with: "//\(user)"))!
      let session = URLSession(configuration: configuration)
      return String(decoding: try await session.get(url, headers: headers).get().data, as: UTF8.self)
    }

    @Test func `a relative URL keeps its base when its scheme is lowercased`() {
      let url = URL(string: "/path?query", relativeTo: URL(string: "HTTP://host:80/base"))!
      #expect(URLRequest(url: url).withLowercaseScheme.url?.absoluteString == "http://host:80/path?query")
    }

    @Test(arguments: [301, 302, 303, 307, 308], ["127.0.0.1", "localhost"])
    func `a redirect to another origin drops the credentials`(_ status: Int, _ host: String) async throws {
      let head = try await head(status, to: Self.target.url("/elsewhere", host: host).absoluteString)
      #expect(head.hasPrefix("GET /elsewhere "))
      #expect(head.contains("Accept: text/plain"))
      #expect(!head.contains("SECRET"), "\(head)")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect to the same origin keeps the credentials`(_ status: Int) async throws {
      let head = try await head(status, to: "/elsewhere")
      #expect(head.hasPrefix("GET /elsewhere "))
      for (name, value) in Self.headers {
        #expect(head.lowercased().contains("\(name): \(value)".lowercased()), "\(name)")
      }
    }

    @Test func `the headers with credentials that the session adds are dropped as well`() async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = Self.headers
      let same = try await head(302, to: "/elsewhere", headers: [:], configuration: configuration)
      for (name, value) in Self.headers {
        #expect(same.lowercased().contains("\(name): \(value)".lowercased()), "\(name)")
      }
      let other = try await head(302, to: Self.target.url().absoluteString, headers: [:], configuration: configuration)
      #expect(!other.contains("SECRET"), "\(other)")
      #expect(other.contains("Accept: text/plain"))
    }

    @Test func `a request overrides the credentials that the session adds`() async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = ["Authorization": "Bearer other"]
      let head = try await head(302, to: "/elsewhere", configuration: configuration)
      #expect(head.contains("Authorization: Bearer SECRET"))
    }

    @Test func `the user name and the password of the URL are not sent to another host`() async throws {
      let target = Self.target.url("/elsewhere", host: "localhost").absoluteString.dropFirst("http:".count)
      let head = try await head(302, to: String(target), headers: [:], user: "user:SECRET@")
      #expect(head.hasPrefix("GET /elsewhere "))
      #expect(!head.lowercased().contains("authorization"), "\(head)")
    }
  }

  /// The origin of a request, without a server.
  @Suite(.sharingProcessors) struct RedirectOriginTests {
    @Test(arguments: [
      ("https://host/a", "https://host/b", true), ("https://host/a", "https://HOST:443/b", true),
      ("http://host/a", "http://host:80/b", true), ("https://host/a", "http://host/a", false),
      ("http://host/a", "https://host/a", false), ("https://host/a", "https://host:8443/a", false),
      ("https://host/a", "https://other.host/a", false), ("https://host/a", "https://host.evil/a", false),
    ])
    func `credentials are kept if scheme, host and port are the same`(_ from: String, _ to: String, _ isKept: Bool)
      throws
    {
      var request = URLRequest(url: try #require(URL(string: to)))
      request.setValue("Bearer x", forHTTPHeaderField: "authorization")
      let next = request.droppingCredentials(ifSentElsewhereThan: URLRequest(url: try #require(URL(string: from))))
      #expect((next.value(forHTTPHeaderField: "Authorization") != nil) == isKept)
    }
  }
#endif
