import Testing

/// Records the findings of a test of Swift Testing as issues at a location.
struct SwiftTestingReporter: TestReporter {
  private let test: Test
  private let testCase: Test.Case?
  private let location: SourceLocation
  /// Whether the reporter belongs to a call of `withPromises`.
  private let isOfFunction: Bool

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case, to which the issues belong.
  ///   - location: The location of a call of `withPromises`, at which issues are recorded, or `nil` for that of the
  ///     test.
  init(_ test: Test, _ testCase: Test.Case?, at location: SourceLocation? = nil) {
    self.test = test
    self.testCase = testCase
    self.location = location ?? test.sourceLocation
    isOfFunction = location != nil
  }

  var testName: String { test.displayName.map { "\"\($0)\"" } ?? test.name }

  var settingsName: String { isOfFunction ? "withPromises" : ".promises" }

  func record(_ text: String, _ policy: LeftoverPolicy) {
    let comment = Comment(rawValue: text)
    switch policy {
    case .ignore: break
    case .error: Issue.record(comment, sourceLocation: location)
    case .warning:
      #if compiler(>=6.3)
        Issue.record(comment, severity: .warning, sourceLocation: location)
      #else
        // Before Swift 6.3, issues have no severity. A known issue does not fail the test either.
        withKnownIssue { _ = Issue.record(comment, sourceLocation: location) }
      #endif
    }
  }

  func attach(_ text: String, named name: String) { Attachment.record(text, named: name, sourceLocation: location) }

  func runWithSeed(_ instruction: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
    let hasFailed = Lock(false)
    let handler = IssueHandlingTrait.compactMapIssues { issue in
      hasFailed.withLock { $0 = $0 || issue.countsAsFailure }
      var issue = issue
      issue.comments.append(Comment(rawValue: instruction))
      return issue
    }
    try await handler.provideScope(for: test, testCase: testCase) {
      if isOfFunction { return try await rethrowWithSeed(instruction, body) }
      do {
        try await body()
      } catch let error as ExpectationFailedError {
        throw error  // It has already been recorded.
      } catch  where Task.isCancelled {
        throw error  // The cancellation is not an issue of this run.
      } catch {
        Issue.record(error, sourceLocation: location)
      }
    }
    return !hasFailed.withLock { $0 }
  }
}

extension Issue {
  /// Whether the issue fails the test. Before Swift 6.3, every issue does.
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}
