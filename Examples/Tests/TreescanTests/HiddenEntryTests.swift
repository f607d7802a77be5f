import ExampleTestSupport
import Testing

@Suite struct HiddenEntryTests {
  private let folder: TemporaryFolder
  private let reportWithHiddenEntries: [String]
  private let reportWithoutHiddenEntries: [String]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shown\n", to: "shown.txt")
    try folder.write("hidden file\n", to: ".profile")
    try folder.write("hidden folder\n", to: ".hidden/file.txt")
    try folder.write("hidden file in a folder\n", to: "folder/.file.txt")
    reportWithHiddenEntries = try Census(of: folder).report()
    reportWithoutHiddenEntries = try Census(of: folder) { $0 == "shown.txt" }.report()
  }

  @Test func `hidden entries are counted in a folder that is named`() async throws {
    let scan = try await Treescan.run([folder.path])
    #expect(scan.report == reportWithHiddenEntries)
    #expect(scan.status == 0)
  }

  @Test func `the option --no-hidden skips hidden files and folders`() async throws {
    let scan = try await Treescan.run(["--no-hidden", folder.path])
    #expect(scan.report == reportWithoutHiddenEntries)
    #expect(scan.status == 0)
  }

  @Test func `hidden entries are skipped if no folder is named`() async throws {
    let scan = try await Treescan.run([], in: folder.url)
    #expect(scan.report == reportWithoutHiddenEntries)
    #expect(scan.status == 0)
  }

  @Test func `the option --hidden counts hidden entries if no folder is named`() async throws {
    let scan = try await Treescan.run(["--hidden"], in: folder.url)
    #expect(scan.report == reportWithHiddenEntries)
    #expect(scan.status == 0)
  }
}
