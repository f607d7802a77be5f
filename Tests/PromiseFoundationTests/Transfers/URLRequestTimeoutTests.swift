#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseFoundation
  import PromiseTesting
  import TestSupport
  import Testing

  /// Timeouts that Foundation cannot convert to integers, for which it traps on Linux.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLRequestTimeoutTests {
    private static let timeouts: [TimeInterval] = [.infinity, .nan, .greatestFiniteMagnitude, 1e19]
    private static let expiredTimeouts: [TimeInterval] = [-.infinity, -.greatestFiniteMagnitude, -1e19, -1, 0]

    private let server = HostileServer { _ in HostileServer.response("text") }

    @Test(arguments: timeouts) func `a request may have any timeout`(_ timeout: TimeInterval) async throws {
      var request = URLRequest(url: server.url())
      request.timeoutInterval = timeout
      let data = try await URLSession(configuration: .ephemeral).dataTask(.promise, with: request).get().data
      #expect(data == Data("text".utf8))
    }

    @Test(arguments: timeouts) func `a session may have any timeout`(_ timeout: TimeInterval) async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = timeout
      let data = try await URLSession(configuration: configuration).dataTask(.promise, with: server.url()).get().data
      #expect(data == Data("text".utf8))
    }

    /// Whether the response or the timeout is first depends on the machine.
    @Test(arguments: expiredTimeouts) func `a transfer with an expired timeout ends`(_ timeout: TimeInterval)
      async throws
    {
      var request = URLRequest(url: server.url())
      request.timeoutInterval = timeout
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = timeout
      let promise = URLSession(configuration: configuration).dataTask(.promise, with: request)
      do { #expect(try await promise.get().data == Data("text".utf8)) } catch let error as URLError {
        #expect(error.code == .timedOut)
      }
    }

    @Test func `the delegate may give the request that follows a redirect any timeout`() async throws {
      final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
          _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
          newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
          var request = request
          request.timeoutInterval = .infinity
          completionHandler(request)
        }
      }
      let (target, session) = (
        server.url("/target"), URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
      )
      let moved = HostileServer { _ in HostileServer.redirect(to: target) }
      #expect(try await session.dataTask(.promise, with: moved.url()).get().data == Data("text".utf8))
    }
  }
#endif
