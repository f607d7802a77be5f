#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore
  import PromiseFoundation
  import PromiseTesting
  import TestSupport
  import Testing

  /// Redirects on Linux, which the library follows itself, and their cancellation at every moment.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLRequestRedirectTests {
    /// A server whose path `/n` is redirected to `/n-1`, and whose path `/0` answers with the request.
    private let server = HostileServer { request in
      let count = Int(request.path.dropFirst()) ?? 0
      guard count > 0 else { return HostileServer.response("\(request.method) \(request.path) \(request.body)") }
      return "HTTP/1.1 302 Found\r\nLocation: /\(count - 1)\r\nContent-Length: 5\r\n\r\nmoved"
    }

    private var session: URLSession { URLSession(configuration: .ephemeral) }

    private func request(_ path: String, _ method: String = "POST") -> URLRequest {
      var request = URLRequest(url: server.url(path))
      request.httpMethod = method
      return request
    }

    // MARK: - Cancellation

    @Test func `cancellation at random moments of redirects leaves nothing behind`() async throws {
      let (folder, session, outcomes) = (try TemporaryFolder(), session, Log<Bool>())
      let transfers = (0..<many(5_000)).concurrentMap(maxConcurrent: 8, order: .completion) { number in
        let file = folder.url.appendingPathComponent("\(number)")
        let download =
          number % 3 == 2 ? session.downloadTask(.promise, with: server.url("/2"), to: file) : nil
        let promise =
          switch number % 3 {
          case 0: session.dataTask(.promise, with: server.url("/3")).asVoid()
          case 1: session.uploadTask(.promise, with: request("/2"), from: Data(count: 1_000)).asVoid()
          default: download!.asVoid()
          }
        let isFulfilled = await endAtRandom(promise)
        outcomes(isFulfilled)
        // A download that was fulfilled has created its file, and a canceled one has not.
        if let download, await download.getResult().isFulfilled { try? FileManager.default.removeItem(at: file) }
      }
      for try await _ in transfers {}
      #expect(outcomes.entries.contains(true) && outcomes.entries.contains(false))
      // A transfer that is canceled while its next task is created ends after its promise.
      await wait { TransferSessionPool.transferCount(of: session) == 0 }
      #expect(folder.names == [])
    }

    /// Cancels a promise after up to four milliseconds, in one of several ways. Returns whether it was fulfilled before.
    private func endAtRandom(_ promise: Promise<Void>) async -> Bool {
      let delay = Double.random(in: 0...0.004)
      switch Int.random(in: 0..<5) {
      case 0: return await promise.getResult().isFulfilled
      case 1: return await promise.timeout(seconds: delay).getResult().isFulfilled
      case 2:
        return await race(promise, after(seconds: delay).map { throw CancellationError() }).getResult().isFulfilled
      case 3:
        let task = Task { try await promise.get(cancellation: .forward) }
        await after(seconds: delay).get()
        task.cancel()
        return await task.result.isFulfilled
      default:
        await after(seconds: delay).done { promise.cancel() }.get()
        return await promise.getResult().isFulfilled
      }
    }

    // MARK: - Requests

    @Test func `a redirect is followed with the method and the body that its status demands`() async throws {
      let server = HostileServer { request in
        guard let status = Int(request.path.dropFirst()) else {
          return HostileServer.response("\(request.method) \(request.body)")
        }
        return "HTTP/1.1 \(status) Moved\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
      }
      for (status, answer) in [301: "GET ", 302: "GET ", 303: "GET ", 307: "POST text", 308: "POST text"] {
        var request = URLRequest(url: server.url("/\(status)"))
        request.httpMethod = "POST"
        let upload = try await session.uploadTask(.promise, with: request, from: Data("text".utf8)).get().data
        #expect(String(decoding: upload, as: UTF8.self) == answer, "upload, \(status)")
        request.httpBody = Data("text".utf8)
        let data = try await session.dataTask(.promise, with: request).get().data
        #expect(String(decoding: data, as: UTF8.self) == answer, "data, \(status)")
      }
    }

    @Test(arguments: [303: "none", 307: "4"])
    func `the length of a body is sent with the body only`(_ status: Int, _ length: String) async throws {
      let server = HostileServer { request in
        guard request.path != "/end" else { return HostileServer.response(request.header("content-length") ?? "none") }
        return "HTTP/1.1 \(status) Moved\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
      }
      var request = URLRequest(url: server.url())
      request.httpMethod = "POST"
      request.httpBody = Data("text".utf8)
      request.setValue("4", forHTTPHeaderField: "Content-Length")
      let answer = try await session.dataTask(.promise, with: request).get().data
      #expect(String(decoding: answer, as: UTF8.self) == length)
    }

    @Test func `twenty redirects are followed, and no more`() async throws {
      let session = session
      #expect(try await session.dataTask(.promise, with: server.url("/20")).get().response.url == server.url("/0"))
      let error = try await requireRejected(session.dataTask(.promise, with: server.url("/21"))) as? URLError
      #expect(error?.code == .httpTooManyRedirects)
      #expect(error?.localizedDescription == "too many HTTP redirects")
      #expect(error?.failingURL == server.url("/0"))
      #expect(TransferSessionPool.transferCount(of: session) == 0)
    }

    @Test(arguments: ["file://localhost/etc/passwd", "ftp://127.0.0.1/file"])
    func `a redirect to another scheme is not followed`(_ location: String) async throws {
      let server = HostileServer { _ in "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n" }
      let error = try await requireRejected(session.dataTask(.promise, with: server.url()))
      #expect((error as? URLError)?.code == .unsupportedURL)
    }

    @Test func `a redirect to a scheme in uppercase letters is followed`() async throws {
      let target = server.url("/0").absoluteString.replacingOccurrences(of: "http:", with: "HTTP:")
      let server = HostileServer { _ in "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n" }
      let data = try await session.dataTask(.promise, with: server.url()).get().data
      #expect(String(decoding: data, as: UTF8.self) == "GET /0 ")
    }

    @Test func `a cookie that a redirect sets is sent with the next request`() async throws {
      let server = HostileServer { request in
        guard request.path != "/end" else { return HostileServer.response(request.header("cookie") ?? "none") }
        return "HTTP/1.1 302 Found\r\nSet-Cookie: id=\(request.path.dropFirst()); Path=/\r\nLocation: /end\r\n"
          + "Content-Length: 0\r\n\r\n"
      }
      let session = session
      // The second redirect replaces the cookie that its request has sent.
      for id in ["first", "second"] {
        let cookie = try await session.dataTask(.promise, with: server.url("/\(id)")).get().data
        #expect(String(decoding: cookie, as: UTF8.self) == "id=\(id)")
      }
    }

    @Test func `a cookie that a redirect removes is not sent again`() async throws {
      let sent = Log<String>()
      let server = HostileServer { request in
        sent("\(request.path) \(request.header("cookie") ?? "none")")
        let end = request.path == "/set" ? "" : "; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
        guard request.path != "/end" else { return HostileServer.response("") }
        return "HTTP/1.1 302 Found\r\nSet-Cookie: id=x; Path=/\(end)\r\nLocation: /end\r\n"
          + "Content-Length: 0\r\n\r\n"
      }
      let session = session
      for path in ["/set", "/remove"] { _ = try await session.dataTask(.promise, with: server.url(path)).get() }
      #expect(sent.entries == ["/set none", "/end id=x", "/remove id=x", "/end none"])
    }
  }

  extension Result {
    fileprivate var isFulfilled: Bool { if case .success = self { true } else { false } }
  }
#endif
