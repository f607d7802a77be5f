#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore
  import PromiseTesting
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// The session that runs the transfers on Linux, as the delegate of its tasks.
  @Suite(.promises(timeLimit: .testLimit)) struct TransferSessionTests {
    /// The delegate of a user's session. It redirects every request to one host, and gives no password.
    private final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
      static let host = URL(string: "https://elsewhere.test/")!
      let sessions = Log<ObjectIdentifier>()
      let queues = Log<OperationQueue?>()

      func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
      ) {
        sessions(ObjectIdentifier(session))
        queues(OperationQueue.current)
        completionHandler(URLRequest(url: Self.host))
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

    /// Returns the request that follows a redirect from `url` to `target`.
    private func redirect(_ session: URLSession, from url: URL, to target: URL) async -> URLRequest? {
      let transfers = TransferSession(session)
      defer { transfers.invalidate() }
      let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: "HTTP/1.1", headerFields: nil)!
      return await withCheckedContinuation { continuation in
        transfers.urlSession(
          session, task: session.dataTask(with: url), willPerformHTTPRedirection: response,
          newRequest: URLRequest(url: target)
        ) { continuation.resume(returning: $0) }
      }
    }

    @Test func `the delegate of the session decides about a redirect`() async throws {
      let (stub, delegate, queue) = (Stub(), Delegate(), OperationQueue())
      let session = URLSession(configuration: stub.session.configuration, delegate: delegate, delegateQueue: queue)
      let target = stub.url.appendingPathComponent("target")
      #expect(await redirect(session, from: stub.url, to: target)?.url == Delegate.host)
      #expect(delegate.sessions.entries == [ObjectIdentifier(session)])
      #expect(delegate.queues.entries == [queue])
    }

    @Test func `without a delegate, a redirect is followed`() async throws {
      let stub = Stub()
      let target = stub.url.appendingPathComponent("target")
      #expect(await redirect(stub.session, from: stub.url, to: target)?.url == target)
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

    // Foundation reports the bytes sent only if it sends them over a connection. These tests report them instead.

    @Test func `the progress of an upload counts the bytes sent`() async throws {
      let stub = Stub(stopped: Gate())
      let transfers = TransferSession(stub.session)
      defer { transfers.invalidate() }
      let (promise, resolver) = Promise<(data: Data, response: URLResponse)>.pending()
      let progress = promise.progress
      var task: URLSessionTask?
      transfers.start(ReceivingTransfer(resolver, uploading: 10), resolver) { session in
        let upload = session.uploadTask(with: stub.post, from: Data(count: 10))
        task = upload
        return upload
      }
      transfers.urlSession(
        stub.session, task: try #require(task), didSendBodyData: 1, totalBytesSent: 4, totalBytesExpectedToSend: 10)
      #expect(progress.snapshot.completedUnitCount == 4)
      #expect(progress.snapshot.totalUnitCount == 10)
      promise.cancel()
    }

    @Test func `the progress of a download does not count the bytes sent`() async throws {
      let folder = try TemporaryFolder()
      let stub = Stub(stopped: Gate())
      let transfers = TransferSession(stub.session)
      defer { transfers.invalidate() }
      let (promise, resolver) = Promise<(saveLocation: URL, response: URLResponse)>.pending()
      let progress = promise.progress
      var task: URLSessionTask?
      transfers.start(DownloadTransfer(try DownloadFile(folder.file("file")), resolver), resolver) { session in
        let download = session.dataTask(with: stub.post)
        task = download
        return download
      }
      transfers.urlSession(
        stub.session, task: try #require(task), didSendBodyData: 1, totalBytesSent: 4, totalBytesExpectedToSend: 10)
      #expect(progress.snapshot.completedUnitCount == 0)
      promise.cancel()
    }
  }
#endif
