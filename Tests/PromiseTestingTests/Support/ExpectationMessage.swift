import PromiseTesting
import TestSupport
import Testing

/// Returns the message of an expectation that `body` makes and that fails at `line`.
func expectationMessage(
  line: Int = #line, fileID: String = #fileID, filePath: String = #filePath,
  _ body: @escaping @Sendable (SourceLocation) async throws -> Void
) async throws -> String {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1)
  let found = try await collectIssues {
    await #expect(throws: ExpectationFailedError.self) { try await body(location) }
  }
  #expect(found.map(\.line) == [line])
  return try #require(found.first).text
}
