import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that the delegate of the user's session decides, on its queue, although transfers have their own session on
/// Linux.
@Suite(.timeLimit(.minutes(TestLimit.minutes))) struct DelegateTests {
  /// A delegate that follows no redirect, and notes on which queue it is asked.
  private final class Stay: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Used on the delegate queue, and read when the request has ended.
    var isOnQueue: [Bool] = []

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      isOnQueue.append(OperationQueue.current === session.delegateQueue)
      completionHandler(nil)
    }
  }

  @Test func `the delegate declines a redirect, also when its session has been released or invalidated`() async throws {
    try await Web.with { web in
      await web.redirect("/old", to: "/new")
      await web.answer("/new", .ok, "new")
      for isInvalidated in [false, true] {
        let delegate = Stay()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let promise: Promise<(data: Data, response: URLResponse)>
        do {
          let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue)
          promise = session.dataTask(.promise, with: web.url("/old"))
          if isInvalidated { session.finishTasksAndInvalidate() }
        }
        let (_, response) = try await promise.get()
        #expect((response as? HTTPURLResponse)?.statusCode == 307)
        #expect(delegate.isOnQueue == [true])
      }
    }
  }

  @Test(arguments: Transfer.allCases) func `a response that asks for credentials settles the promise`(
    transfer: Transfer
  ) async throws {
    try await Web.with { web in
      await web.answer("/private") { _ in
        HTTPResponse(
          statusCode: .unauthorized, headers: [HTTPHeader("WWW-Authenticate"): "Basic realm=\"x\""],
          body: Data("denied".utf8))
      }
      try await expectFulfilled(transfer.start(web, web.url("/private")), within: .testLimit)
      let error = try await expectRejected(web.session.get(web.url("/private")), throws: ResponseError.self)
      #expect(error.statusCode == 401)
      #expect(error.bodyPrefix == Data("denied".utf8))
    }
  }
}
