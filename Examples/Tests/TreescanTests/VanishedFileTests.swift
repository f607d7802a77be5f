import ExampleTestSupport
import Testing

extension EndlessScanTests {
  @Suite struct VanishedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: Configuration.styles)
    func `a file that vanishes before it is read is a failure`(style: String) async throws {
      try folder.writeEndlessFile("a-endless.bin")
      try folder.write("soon gone\n", to: "b-gone.txt")
      try folder.write("still here\n", to: "c-here.txt")
      try folder.link("z-dangling", to: "nowhere")
      let dangling = "treescan: \(folder.path)/z-dangling: dangling link: No such file or directory"

      let scan = RunningTreescan(["--style", style, "--jobs", "1", folder.path])
      // The link is found last, while the only job has not read more than the endless file.
      try await scan.waitForRemark(dangling)
      try folder.remove("b-gone.txt")
      try folder.resize("a-endless.bin", to: 0)

      let outcome = try await scan.outcome()
      #expect(outcome.status == 1)
      // Whether the endless file was empty, or binary, depends on whether the program had begun to read it.
      #expect(
        outcome.remarks.filter { !$0.contains("a-endless.bin: ") } == [
          "treescan: \(folder.path)/b-gone.txt: vanished before it was read", dangling,
        ])
      let rows = outcome.report.map { $0.split(separator: " ") }
      #expect(rows.first { $0[0] == "txt" } == ["txt", "1", "1", "11", "here", "1,", "still", "1"])
    }
  }
}
