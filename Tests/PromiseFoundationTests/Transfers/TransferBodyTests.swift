import Foundation
import TestSupport
import Testing

@testable import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which bodies a request may have.
@Suite(.sharingProcessors) struct TransferBodyTests {
  private func request(_ method: String?, body: Data? = nil) -> URLRequest {
    var request = URLRequest(url: URL(string: "https://example.com")!)
    request.httpMethod = method
    request.httpBody = body
    return request
  }

  @Test(arguments: ["GET", nil]) func `a request that only reads has no body`(_ method: String?) {
    let notAllowed = TransferError.bodyNotAllowed("GET")
    #expect(throws: notAllowed) { try TransferBody.data(Data()).check(for: request(method)) }
    #expect(throws: notAllowed) { try TransferBody.request.check(for: request(method, body: Data([1]))) }
    #expect(throws: Never.self) { try TransferBody.request.check(for: request(method)) }
  }

  @Test func `a request of another method may have a body`() {
    #expect(throws: Never.self) { try TransferBody.data(Data()).check(for: request("POST")) }
    #expect(throws: Never.self) { try TransferBody.request.check(for: request("PUT", body: Data([1]))) }
  }

  @Test func `a file must be readable`() throws {
    let folder = try TemporaryFolder()
    let (file, missing) = (try folder.file("file", containing: "text"), try folder.file("missing"))
    #expect(throws: Never.self) { try TransferBody.file(file).check(for: request("POST")) }
    for url in [missing, folder.url, URL(string: "https://example.com/file")!] {
      #expect(throws: TransferError.unreadableFile(url)) { try TransferBody.file(url).check(for: request("POST")) }
    }
  }
}
