import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Waits until a promise is rejected with an error of the session, and returns it.
@discardableResult
func expectURLError(
  _ promise: some Thenable, _ code: URLError.Code, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> URLError {
  let error = try await expectRejected(
    promise, throws: URLError.self, within: .testLimit, sourceLocation: sourceLocation)
  #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
  return error
}

/// Waits until a promise is rejected with an error of a response, and returns it. Expects the start of its description.
@discardableResult
func expectResponseError(
  _ promise: some Thenable, _ description: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ResponseError {
  let error = try await expectRejected(
    promise, throws: ResponseError.self, within: .testLimit, sourceLocation: sourceLocation)
  #expect(error.description == description, sourceLocation: sourceLocation)
  #expect(error.localizedDescription == description, sourceLocation: sourceLocation)
  return error
}

/// Waits until a promise is rejected with an error of the transfer, and expects its description.
func expectTransferError(
  _ promise: some Thenable, _ expected: TransferError, _ description: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let error = try await expectRejected(
    promise, throws: TransferError.self, within: .testLimit, sourceLocation: sourceLocation)
  #expect(error == expected, sourceLocation: sourceLocation)
  #expect(error.description == description, sourceLocation: sourceLocation)
  #expect(error.localizedDescription == description, sourceLocation: sourceLocation)
}

/// Returns all texts that a log may contain of an error.
func texts(of error: any Error) -> String {
  var dumped = ""
  dump(error, to: &dumped)
  return """
    \(error)
    \(String(reflecting: error))
    \(error.localizedDescription)
    \(Result<Void, any Error>.failure(error))
    \(dumped)
    """
}

/// Waits until a condition that cannot be awaited is met, such as one of the operating system.
func eventually(
  within seconds: Double = 20, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: @escaping @Sendable () async throws -> Bool
) async throws {
  do {
    try await until(interval: 0.005, condition).timeout(seconds: seconds).get()
  } catch PromiseError.timedOut {
    Issue.record(comment, sourceLocation: sourceLocation)
  }
}
