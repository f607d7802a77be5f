import Testing

/// Collects the findings of code that belongs to no test that this module knows, to throw them in the end.
final class ThrowingReporter: TestReporter {
  let testName: String
  private let failures = Lock<[String]>([])

  /// Creates a reporter.
  ///
  /// - Parameter location: The location of the call of `withPromises`.
  init(at location: SourceLocation) { testName = "withPromises at \(location.fileID):\(location.line)" }

  func record(_ text: String, _ policy: LeftoverPolicy) {
    switch policy {
    case .ignore: break
    case .warning: writeToStandardError("warning: \(text)")
    case .error: failures.withLock { $0.append(text) }
    }
  }

  func attach(_ text: String, named name: String) {}

  func runWithSeed(_ instruction: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
    try await rethrowWithSeed(instruction, body)
    return failures.withLock { failures in
      guard let last = failures.popLast() else { return true }
      failures.append("\(last)\n\(instruction)")
      return false
    }
  }

  /// The findings as an error, or `nil` if there are none.
  ///
  /// - Parameter bodyError: The error that the body has thrown, if any.
  func error(after bodyError: (any Error)?) -> PromisesLeftBehind? {
    let failures = failures.withLock { $0 }
    return failures.isEmpty ? nil : PromisesLeftBehind(call: testName, findings: failures, bodyError: bodyError)
  }
}

/// The error of `withPromises` outside of Swift Testing and XCTest: what the code left behind, or what was pending when
/// its time limit expired.
public struct PromisesLeftBehind: Error, CustomStringConvertible, Sendable {
  /// The function that was called, and where.
  let call: String
  /// What was found, in the words of the issues that a test would record.
  public let findings: [String]
  /// The error that the code has thrown, if any.
  public let bodyError: (any Error)?

  /// The location of the call, the findings, and the error that the code has thrown.
  public var description: String {
    (["\(call):"] + findings + (bodyError.map { ["the code has thrown \(String(reflecting: $0))"] } ?? [])).joined(
      separator: "\n")
  }
}
