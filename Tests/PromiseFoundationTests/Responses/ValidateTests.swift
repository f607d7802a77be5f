import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `validate`, which rejects responses of failure.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ValidateTests {
  @Test(arguments: [200, 204, 299]) func `a response of success is valid`(_ status: Int) async throws {
    let stub = Stub(status: status, body: "text")
    #expect(try await stub.session.dataTask(.promise, with: stub.url).validate().get().data == Data("text".utf8))
  }

  @Test(arguments: [100, 199, 300, 304, 404, 500]) func `a response of failure is invalid`(_ status: Int) async throws {
    let stub = Stub(status: status, headers: ["X-Name": "value"], body: "text")
    let promise = stub.session.dataTask(.promise, with: stub.url).validate()
    let error = try #require(try await requireRejected(promise) as? ResponseError)
    #expect(error.statusCode == status)
    #expect(error.url == stub.url)
    #expect(error.header("x-name") == "value")
    #expect(error.header("x-other") == nil)
    #expect(error.bodyPrefix == Data("text".utf8))
    guard case .unacceptableStatus = error.reason else { return #expect(Bool(false), "\(error.reason)") }
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer"])
  func `a response that asks for credentials is invalid`(_ challenge: String) async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 401, headers: ["WWW-Authenticate": challenge], body: "denied")
    let file = try folder.file("file")
    for error in [
      try await requireRejected(stub.session.get(stub.url)),
      try await requireRejected(stub.session.post(stub.url, body: .form(["a": "1"]))),
      try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: file).validate()),
    ] {
      let error = try #require(error as? ResponseError)
      #expect(error.statusCode == 401)
      #expect(error.bodyPrefix == Data("denied".utf8))
    }
    #expect(folder.names == [])
  }

  @Test func `a response that is not one of HTTP is valid`() async throws {
    let response = URLResponse(
      url: URL(string: "data:,")!, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    let promise = Promise<(data: Data, response: URLResponse)>.value((Data("text".utf8), response)).validate()
    #expect(try await promise.get().data == Data("text".utf8))
  }

  @Test func `an invalid download is removed, and its error contains its beginning`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 500, headers: ["Content-Type": "text/plain"], body: "text")
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    let error = try #require(try await requireRejected(promise.validate()) as? ResponseError)
    #expect(error.statusCode == 500)
    #expect(error.bodyPrefix == Data("text".utf8))
    #expect(folder.names == [])
  }

  @Test func `a valid download stays`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub(status: 200, body: "text")
    let file = try folder.file("file")
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: file).validate()
    #expect(try await promise.get().saveLocation == file)
    #expect(folder.names == ["file"])
  }
}
