import Foundation
import PromiseFoundation
import Testing

@testable import fetchall

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RetryRuleTests {
  /// Returns the error of a response with a status.
  private func error(status: Int) async throws -> any Error {
    let response = HTTPURLResponse(url: url("http://a"), statusCode: status, httpVersion: nil, headerFields: nil)!
    let promise: Promise<(data: Data, response: URLResponse)> = .value((Data(), response))
    return try #require(await promise.validate().getResult().failure)
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504, 599])
  func `a status that may pass is retried`(status: Int) async throws {
    #expect(try await error(status: status).mayPass)
  }

  @Test(arguments: [304, 400, 401, 403, 404, 410, 600])
  func `a status that does not pass is not retried`(status: Int) async throws {
    #expect(try await !error(status: status).mayPass)
  }

  @Test(arguments: [URLError.Code.timedOut, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost])
  func `a connection that fails is retried`(code: URLError.Code) {
    #expect(URLError(code).mayPass)
  }

  @Test(arguments: [URLError.Code.cancelled, .badURL, .unsupportedURL, .serverCertificateUntrusted])
  func `a request that cannot succeed is not retried`(code: URLError.Code) {
    #expect(!URLError(code).mayPass)
  }

  @Test func `an error of the file system is not retried`() {
    #expect(!CocoaError(.fileWriteOutOfSpace).mayPass)
    #expect(!TransferError.fileExists(url("file:///a")).mayPass)
    #expect(!CancellationError().mayPass)
  }
}

extension Result {
  /// The error of a failure.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
