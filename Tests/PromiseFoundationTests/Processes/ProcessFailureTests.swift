#if os(macOS) || !canImport(Darwin)
  import Foundation
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// The descriptions of failed processes.
  @Suite(.sharingProcessors) struct ProcessFailureTests {
    @Test(arguments: [(0, "0 arguments"), (1, "1 argument"), (2, "2 arguments")])
    func `the description counts the arguments`(_ count: Int, _ text: String) {
      let arguments = Array(repeating: "SECRET", count: count)
      let output = ProcessOutput(out: Data("SECRET".utf8), err: Data())
      let failure = ProcessFailure(reason: .exit(status: 3), executable: "/bin/x", arguments: arguments, output: output)
      #expect("\(failure)" == "`/bin/x` (\(text)) exited with status 3.")
    }

    @Test(arguments: [(1, "1 byte"), (2, "2 bytes"), (3, "3 bytes")])
    func `the description counts the bytes of the error output`(_ count: Int, _ text: String) {
      let output = ProcessOutput(out: Data(), err: Data(count: count))
      let failure = ProcessFailure(reason: .signal(number: 9), executable: "x", arguments: [], output: output)
      #expect(
        "\(failure)"
          == "`x` (0 arguments) was ended by signal 9. Its error output has \(text); see `output.errorText`.")
    }
  }
#endif
