// Also tests: ReceivingTransfer, URLRequestConvertible.

import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLSessionDataTaskTests {
  @Test func `a data task is fulfilled with the body and the response`() async throws {
    let stub = Stub(status: 404, headers: ["X-Name": "value"], body: "text")
    let (data, response) = try await stub.session.dataTask(.promise, with: stub.url).get()
    #expect(String(decoding: data, as: UTF8.self) == "text")
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
  }

  @Test func `a data task sends the request that it is given`() async throws {
    let stub = Stub { $0.respond(body: [Data("\($0.method) \($0.header("X-Name") ?? "")".utf8)]) }
    var request = URLRequest(url: stub.url)
    request.httpMethod = "PATCH"
    request.setValue("value", forHTTPHeaderField: "X-Name")
    let (data, _) = try await stub.session.dataTask(.promise, with: request).get()
    #expect(String(decoding: data, as: UTF8.self) == "PATCH value")
  }

  @Test func `a data task accepts a type of the user`() async throws {
    struct Endpoint: URLRequestConvertible {
      let pmkRequest: URLRequest
    }
    let stub = Stub(body: "text")
    let request = Endpoint(pmkRequest: URLRequest(url: stub.url))
    #expect(try await stub.session.dataTask(.promise, with: request).get().data == Data("text".utf8))
  }

  @Test func `the session's error rejects the promise`() async throws {
    let stub = Stub { $0.fail(.networkConnectionLost) }
    let error = try await requireRejected(stub.session.dataTask(.promise, with: stub.url))
    #expect((error as? URLError)?.code == .networkConnectionLost)
  }

  @Test func `canceling the promise stops the request`() async throws {
    let (started, stopped) = (Gate(), Gate())
    let stub = Stub(started: started, stopped: stopped)
    let promise = stub.session.dataTask(.promise, with: stub.url)
    try await started.opened()
    promise.cancel()
    #expect(promise.isCancelled)
    try await stopped.opened()
  }

  @Test func `canceling a task that forwards cancellation stops the request`() async throws {
    let (started, stopped) = (Gate(), Gate())
    let stub = Stub(started: started, stopped: stopped)
    let task = Task { try await stub.session.dataTask(.promise, with: stub.url).get(cancellation: .forward).data }
    try await started.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await stopped.opened()
  }

  @Test func `a promise that is canceled at once settles`() async throws {
    let stub = Stub(stopped: Gate())
    let promise = stub.session.dataTask(.promise, with: stub.url)
    promise.cancel()
    #expect(promise.isCancelled)
  }

  @Test(arguments: ["path?token=secret", "", "/"]) func `a URL without a scheme is invalid`(_ url: String) async throws
  {
    let request = URLRequest(url: URL(string: url) ?? URL(string: "x")!)
    let error = try await requireRejected(URLSession.shared.dataTask(.promise, with: request))
    #expect("\(error)".hasPrefix("The request has an invalid URL"))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!"\(error) \(String(reflecting: error)) \(dumped)".contains("secret"))
  }

  @Test(arguments: ["Bad Name", "Bad:", "Größe", "X\r\nY"]) func `a header with an invalid name is rejected`(
    _ name: String
  ) async throws {
    let stub = Stub()
    let error = try await requireRejected(stub.session.get(stub.url, headers: [name: "value"]))
    #expect(error as? TransferError == .invalidHeader(name))
  }

  @Test(arguments: ["GET /evil HTTP/1.1\r\nX: y\r\n\r\nPOST", "A B", ""]) func `an invalid method is rejected`(
    _ method: String
  ) async throws {
    var request = URLRequest(url: Stub().url)
    request.httpMethod = method
    let error = try await requireRejected(URLSession.shared.dataTask(.promise, with: request))
    #expect(error as? TransferError == .invalidMethod(request.httpMethod ?? ""))
    #expect("\(error)".hasSuffix("” of the request is invalid. Pass a single word."))
  }

  @Test func `a request of the user with an invalid header is rejected`() async throws {
    var request = URLRequest(url: Stub().url)
    request.setValue("value", forHTTPHeaderField: "Bad Name")
    let error = try await requireRejected(URLSession.shared.dataTask(.promise, with: request))
    #expect(error as? TransferError == .invalidHeader("Bad Name"))
    #expect("\(error)".hasPrefix("The header “Bad Name” of the request is invalid."))
  }

  @Test(arguments: ["a\r\nb", "a\nb", "a\0b"]) func `a header with a line break is rejected`(_ value: String)
    async throws
  {
    let stub = Stub()
    let error = try await requireRejected(stub.session.get(stub.url, headers: ["X-Name": value]))
    #expect(error as? TransferError == .invalidHeader("X-Name"))
  }
}
