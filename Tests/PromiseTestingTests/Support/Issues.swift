import TestSupport
import PromiseTesting
import Testing

/// An issue that a test recorded.
struct RecordedIssue: Sendable {
  let text: String
  let line: Int?
  let isFailure: Bool
}

/// Runs `body` as the body of a test with a trait, and returns the issues instead of recording them.
func issues(
  with trait: PromisesTrait = .promises(timeLimit: .testLimit), _ body: @escaping @Sendable () async throws -> Void
) async throws -> [RecordedIssue] {
  let test = try #require(Test.current)
  return try await collectIssues {
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}

/// Runs `body`, and returns the issues instead of recording them.
func collectIssues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [RecordedIssue] {
  let test = try #require(Test.current)
  let log = Log<RecordedIssue>()
  let collect = IssueHandlingTrait.compactMapIssues { issue in
    var text = issue.comments.map(\.rawValue).joined(separator: "\n")
    if let error = issue.error { text = "\(error)\n\(text)" }
    #if compiler(>=6.3)
      let isFailure = issue.isFailure
    #else
      let isFailure = true
    #endif
    log(RecordedIssue(text: text, line: issue.sourceLocation?.line, isFailure: isFailure))
    return nil
  }
  try await collect.provideScope(for: test, testCase: Test.Case.current, performing: body)
  return log.entries
}
