// Also tests: TransferSessionPool.

#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import PromiseCore
  import PromiseTesting
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// The session that runs the transfers on Linux, as the delegate of its tasks.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TransferSessionTests {
    /// The delegate of a user's session. It redirects every request to one path, and gives no password.
    private final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
      let redirect: URL?
      let sessions = Log<ObjectIdentifier>()
      let queues = Log<OperationQueue?>()

      init(redirect: URL? = nil) { self.redirect = redirect }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
      ) {
        sessions(ObjectIdentifier(session))
        queues(OperationQueue.current)
        completionHandler(redirect.map { URLRequest(url: $0) })
        completionHandler(request)  // Only the first answer counts.
      }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        sessions(ObjectIdentifier(session))
        queues(OperationQueue.current)
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }

    /// A server that redirects its root, and whose other paths answer with their name.
    private let server = HostileServer { request in
      guard request.path == "/" else { return HostileServer.response(request.path) }
      return "HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 5\r\n\r\nmoved"
    }

    @Test func `the delegate of the session decides about a redirect`() async throws {
      let (delegate, queue) = (Delegate(redirect: server.url("/elsewhere")), OperationQueue())
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue)
      let data = try await session.dataTask(.promise, with: server.url()).get().data
      #expect(String(decoding: data, as: UTF8.self) == "/elsewhere")
      #expect(delegate.sessions.entries == [ObjectIdentifier(session)])
      #expect(delegate.queues.entries == [queue])
    }

    @Test func `a redirect that the delegate declines is the response`() async throws {
      let session = URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
      let (data, response) = try await session.dataTask(.promise, with: server.url()).get()
      #expect((response as? HTTPURLResponse)?.statusCode == 302)
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location") == "/target")
      #expect(data.isEmpty)
    }

    @Test func `a delegate that decides after the cancellation starts nothing`() async throws {
      final class Late: NSObject, URLSessionTaskDelegate, Sendable {
        let asked = Gate()
        let answer = Lock<(@Sendable (URLRequest?) -> Void)?>(nil)

        func urlSession(
          _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
          newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
          answer.withLock { $0 = { _ in completionHandler(request) } }
          asked.open()
        }
      }
      let paths = Log<String>()
      let server = HostileServer { request in
        paths(request.path)
        return "HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 0\r\n\r\n"
      }
      let delegate = Late()
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      let promise = session.dataTask(.promise, with: server.url())
      try await delegate.asked.opened()
      promise.cancel()
      #expect(TransferSessionPool.transferCount(of: session) == 0)
      // Taken, because the session retains its delegate, which must not retain the session.
      delegate.answer.withLock { $0.take() }?(nil)
      #expect(TransferSessionPool.transferCount(of: session) == 0)
      #expect(paths.entries == ["/"])
    }

    @Test func `without a delegate, a redirect is followed`() async throws {
      let data = try await URLSession(configuration: .ephemeral).dataTask(.promise, with: server.url()).get().data
      #expect(String(decoding: data, as: UTF8.self) == "/target")
    }

    @Test func `the scheme of a request and of a redirect may have uppercase letters`() async throws {
      let target = server.url("/target").absoluteString.replacingOccurrences(of: "http:", with: "HTTP:")
      let moved = HostileServer { _ in "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n" }
      let start = moved.url().absoluteString.replacingOccurrences(of: "http:", with: "HTTP:")
      for url in [target, start] {
        let url = try #require(URL(string: url))
        let data = try await URLSession(configuration: .ephemeral).dataTask(.promise, with: url).get().data
        #expect(String(decoding: data, as: UTF8.self) == "/target")
      }
    }

    @Test func `the delegate of the session answers a challenge`() async throws {
      let stub = Stub(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "denied")
      let (delegate, queue) = (Delegate(), OperationQueue())
      let session = URLSession(configuration: stub.session.configuration, delegate: delegate, delegateQueue: queue)
      let promise = session.dataTask(.promise, with: stub.url)
      let error = await #expect(throws: URLError.self) { try await promise.get() }
      #expect(error?.code == .cancelled)
      #expect(delegate.sessions.entries == [ObjectIdentifier(session)])
      #expect(delegate.queues.entries == [queue])
    }

    @Test func `the progress of an upload counts the bytes sent, also before it is requested`() async throws {
      let (received, mayAnswer) = (Gate(), DispatchSemaphore(value: 0))
      let server = HostileServer { _ in
        received.open()
        mayAnswer.wait()
        return HostileServer.response("")
      }
      var request = URLRequest(url: server.url())
      request.httpMethod = "POST"
      let promise = URLSession(configuration: .ephemeral)
        .uploadTask(.promise, with: request, from: Data(count: 1_000_000))
      try await received.opened()
      await wait { promise.progress.snapshot.completedUnitCount == 1_000_000 }
      #expect(promise.progress.snapshot.totalUnitCount == 1_000_000)
      #expect(promise.isPending)
      mayAnswer.signal()
      _ = try await promise.get()
    }

    @Test func `the progress of a download counts the bytes received, also before it is requested`() async throws {
      let folder = try TemporaryFolder()
      let stub = Stub { request in
        request.begin()
        request.send(Data(count: 4))
      }
      let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
      await wait {
        folder.names.contains { name in
          let attributes = try? FileManager.default.attributesOfItem(atPath: folder.url.path + "/" + name)
          return attributes?[.size] as? Int == 4
        }
      }
      await wait { promise.progress.snapshot.completedUnitCount == 4 }
      #expect(promise.isPending)
      promise.cancel()
    }

    @Test func `the progress of a download does not count the bytes sent`() async throws {
      let folder = try TemporaryFolder()
      let server = HostileServer { _ in HostileServer.response("text") }
      var request = URLRequest(url: server.url())
      request.httpMethod = "POST"
      request.httpBody = Data(count: 5_000_000)
      let promise = URLSession(configuration: .ephemeral).downloadTask(
        .promise, with: request, to: try folder.file("file"))
      let counts = Log<Int64>()
      promise.onProgress(on: nil) { counts($0.completedUnitCount) }
      _ = try await promise.get()
      #expect(counts.entries.allSatisfy { $0 <= 4 })
    }

    @Test func `a session that is invalidated is released`() async {
      struct Reference { weak var session: TransferSession? }
      func invalidated() -> Reference {
        let session = TransferSession(URLSession(configuration: .ephemeral))
        session.invalidate()
        return Reference(session: session)
      }
      let reference = invalidated()
      await wait { reference.session == nil }
    }

    // MARK: - Servers that never end a response

    @Test func `a response that switches protocols rejects the promise`() async throws {
      let server = HostileServer { _ in "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"
      }
      let error = try await requireRejected(
        URLSession(configuration: .ephemeral).dataTask(.promise, with: server.url()))
      #expect((error as? URLError)?.code == .badServerResponse)
    }

    @Test func `the time limit of the session's configuration rejects the promise and leaves no file`() async throws {
      let folder = try TemporaryFolder()
      let server = HostileServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello" }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForResource = 0.2
      let session = URLSession(configuration: configuration)
      let download = session.downloadTask(.promise, with: server.url(), to: try folder.file("file"))
      #expect((try await requireRejected(download) as? URLError)?.code == .timedOut)
      #expect(TransferSessionPool.transferCount(of: session) == 0)
      #expect(folder.names == [])
    }

    @Test func `a time limit that expires while a task is created rejects the promise`() async throws {
      let server = HostileServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello" }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForResource = 0
      let session = URLSession(configuration: configuration)
      for _ in 0..<100 {
        let promise = session.dataTask(.promise, with: server.url())
        #expect((try await requireRejected(promise) as? URLError)?.code == .timedOut)
      }
      await wait { TransferSessionPool.transferCount(of: session) == 0 }
    }

    @Test func `the time limit includes redirects`() async throws {
      // Each request takes less time than the limit, and all of them take more.
      let server = HostileServer { request in
        if request.path.count > 5 { Thread.sleep(forTimeInterval: 0.05) }
        return "HTTP/1.1 302 Found\r\nLocation: \(request.path)x\r\nContent-Length: 0\r\n\r\n"
      }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForResource = 0.2
      let promise = URLSession(configuration: configuration).dataTask(.promise, with: server.url())
      #expect((try await requireRejected(promise) as? URLError)?.code == .timedOut)
    }

    // MARK: - Credentials

    /// Answers every challenge with the next one of some credentials.
    private final class Credentials: NSObject, URLSessionTaskDelegate, Sendable {
      let failureCounts = Log<Int>()
      let passwords: [String]

      init(_ passwords: String...) { self.passwords = passwords }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
      ) {
        let count = challenge.previousFailureCount
        failureCounts(count)
        guard count < passwords.count else { return completionHandler(.performDefaultHandling, nil) }
        completionHandler(
          .useCredential, URLCredential(user: "user", password: passwords[count], persistence: .forSession))
      }
    }

    /// A server that asks for the password “right”.
    private static func privateServer(_ method: String = "Basic realm=\"x\"") -> HostileServer {
      HostileServer { request in
        if request.header("authorization") == "Basic \(Data("user:right".utf8).base64EncodedString())" {
          return HostileServer.response("\(request.method) \(request.body)")
        }
        return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(method)\r\nContent-Length: 6\r\n\r\ndenied"
      }
    }

    @Test func `the request is sent again with each credential of the delegate`() async throws {
      let (server, delegate) = (Self.privateServer(), Credentials("wrong", "right"))
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      var request = URLRequest(url: server.url())
      request.httpMethod = "POST"
      let data = try await session.uploadTask(.promise, with: request, from: Data("text".utf8)).get().data
      #expect(String(decoding: data, as: UTF8.self) == "POST text")
      #expect(delegate.failureCounts.entries == [0, 1])
    }

    @Test func `the response is that with the challenge when the delegate has no further credential`() async throws {
      let (server, delegate) = (Self.privateServer(), Credentials("wrong", "worse"))
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      let (data, response) = try await session.dataTask(.promise, with: server.url()).get()
      #expect((response as? HTTPURLResponse)?.statusCode == 401)
      #expect(String(decoding: data, as: UTF8.self) == "denied")
      #expect(delegate.failureCounts.entries == [0, 1, 2])
    }

    @Test func `a download contains the last response only`() async throws {
      let (server, delegate) = (Self.privateServer(), Credentials("wrong", "right"))
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      let folder = try TemporaryFolder()
      let promise = session.downloadTask(.promise, with: server.url(), to: try folder.file("file"))
      let counts = Log<Int64>()
      promise.onProgress(on: nil) { counts($0.completedUnitCount) }
      let file = try await promise.get().saveLocation
      #expect(try String(contentsOf: file, encoding: .utf8) == "GET ")
      #expect(counts.entries.max() ?? 0 <= 6, "the bytes of the responses are not added up")
    }

    @Test func `a redirect after a challenge that the delegate declines has an empty body`() async throws {
      final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
          _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
          newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) { completionHandler(nil) }

        func urlSession(
          _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
          completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { completionHandler(.useCredential, URLCredential(user: "user", password: "right", persistence: .none)) }
      }
      let server = HostileServer { request in
        if request.header("authorization") != nil {
          return "HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 5\r\n\r\nmoved"
        }
        return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 6\r\n\r\ndenied"
      }
      let session = URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
      let (data, response) = try await session.dataTask(.promise, with: server.url()).get()
      #expect((response as? HTTPURLResponse)?.statusCode == 302)
      #expect(data.isEmpty)
      let folder = try TemporaryFolder()
      let file = try await session.downloadTask(.promise, with: server.url(), to: try folder.file("file")).get()
      #expect(try FileManager.default.attributesOfItem(atPath: file.saveLocation.path)[.size] as? Int == 0)
    }

    @Test(arguments: ["Digest realm=\"x\", nonce=\"y\"", "Bearer", "Negotiate"])
    func `a challenge that Foundation cannot meet is the response`(_ method: String) async throws {
      let server = Self.privateServer(method)
      let session = URLSession(configuration: .ephemeral, delegate: Credentials("right"), delegateQueue: nil)
      let (data, response) = try await session.dataTask(.promise, with: server.url()).get()
      #expect((response as? HTTPURLResponse)?.statusCode == 401)
      #expect(String(decoding: data, as: UTF8.self) == "denied")
    }
  }
#endif
