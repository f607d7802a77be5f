import Foundation

/// Records what a run of a test finds, in the way of the test library that the test belongs to.
protocol TestReporter: Sendable {
  /// The name of the test, for messages.
  var testName: String { get }

  /// The name of the function that takes the settings, for messages.
  var settingsName: String { get }

  /// Records a text as an issue or a warning, at the location of the test.
  func record(_ text: String, _ policy: LeftoverPolicy)

  /// Attaches a text to the test, if the library has attachments.
  func attach(_ text: String, named name: String)

  /// Runs the body of a test with one seed. Its failures are reported together with an instruction.
  ///
  /// - Parameters:
  ///   - instruction: How to repeat the run.
  ///   - body: The run.
  /// - Returns: Whether the run passed.
  /// - Throws: The error of the run, if the library would not record it otherwise.
  func runWithSeed(_ instruction: String, _ body: @Sendable () async throws -> Void) async throws -> Bool
}

extension TestReporter {
  var settingsName: String { "withPromises" }

  /// Runs the body of a test with one seed. An error is thrown to the calling code, which decides whether it is a failure,
  /// so the instruction is written to standard error.
  func rethrowWithSeed(_ instruction: String, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      writeToStandardError("\(testName): \(String(reflecting: error)) was thrown; \(instruction)")
      throw error
    }
  }
}

/// Writes a line to standard error.
func writeToStandardError(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
