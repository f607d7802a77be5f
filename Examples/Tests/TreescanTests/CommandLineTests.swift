import ExampleTestSupport
import Testing

@Suite struct CommandLineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["--style", "nonsense"], "--style must be one of callbacks|promises|mixed|async, not 'nonsense'"),
    (["--jobs", "0"], "--jobs must be a whole number, at least 1, not '0'"),
    (["--jobs", "many"], "--jobs must be a whole number, at least 1, not 'many'"),
    (["--jobs"], "--jobs needs a value"),
    (["--words", "-1"], "--words must be a whole number, at least 0, not '-1'"),
    (["--nonsense"], "unknown option: --nonsense"),
    (["one", "two"], "only one folder can be scanned: two"),
  ])
  func `an invalid command line is explained on the standard error output`(
    arguments: [String], message: String
  ) async throws {
    let run = try await Treescan.run(arguments, in: folder.url)
    #expect(run.status == 64)
    #expect(run.remarks.first == "treescan: \(message)")
    #expect(run.report == [])
  }

  @Test(arguments: ["--help", "-h"]) func `the help names the four styles`(option: String) async throws {
    let run = try await Treescan.run([option], in: folder.url)
    #expect(run.status == 0)
    #expect(run.report.contains { $0.contains("[--style callbacks|promises|mixed|async]") }, "\(run.report)")
    #expect(run.remarks == [])
  }

  @Test func `a folder that does not exist is a failure`() async throws {
    let missing = folder.location(of: "does not exist").path
    let run = try await Treescan.run([missing])
    #expect(run.status == 1)
    #expect(run.remarks.first == "treescan: \(missing): No such file or directory")
    #expect(run.report == [])
  }
}
