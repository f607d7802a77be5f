import ExampleTestSupport
import Foundation
import Testing

extension EndlessScanTests {
  @Suite struct InterruptTests {
    private let folder: TemporaryFolder

    /// Creates 20 small files, one of which is empty, and then more endless files than any configuration has jobs.
    init() throws {
      folder = try TemporaryFolder()
      for number in 10..<30 { try folder.write(number == 20 ? "" : "small file \(number)\n", to: "\(number).txt") }
      // One file with many names takes less time to create and to remove than many files.
      try folder.writeEndlessFile("endless.bin")
      for number in 1..<80 { try folder.addName("endless \(number).bin", of: "endless.bin") }
    }

    /// The remark about the empty file. When the program prints it, it handles interrupts.
    private var remark: String { "treescan: \(folder.path)/20.txt: empty file" }

    @Test(arguments: Configuration.all)
    func `an interrupt ends the scan and reports the files read until then`(configuration: Configuration) async throws {
      let scan = RunningTreescan(configuration.arguments + ["--words", "0", folder.path])
      try await scan.waitForRemark(remark)
      scan.interrupt()
      let outcome = try await scan.outcome()
      #expect(outcome.status == 130)
      // The report is complete, and the last remark agrees with it.
      let total = try #require(outcome.report.last).split(separator: " ")
      try #require(total.count == 4 && total[0] == "total", "\(outcome.report)")
      let files = try #require(Int(total[1]))
      #expect((1...20).contains(files))
      #expect(outcome.report.count { $0.hasPrefix("extension ") } == 1, "\(outcome.report)")
      #expect(outcome.remarks == ["canceled: \(files) of 100 files, \(total[3]) bytes", remark])
    }

    @Test(
      .enabled(if: RunningTreescan.canCountOpenFiles, "This system does not show in /proc which files are open."),
      arguments: Configuration.all)
    func `as many files are open as there are jobs, until an interrupt`(configuration: Configuration) async throws {
      let scan = RunningTreescan(configuration.arguments + [folder.path])
      let open = await scan.openFiles(reaching: configuration.jobs, in: folder, withSuffix: ".bin")
      #expect(open == configuration.jobs)
      scan.interrupt()
      let outcome = try await scan.outcome()
      #expect(outcome.status == 130)
      // All jobs read endless files, so the small files are complete.
      let expected = try Census(of: folder) { $0.hasSuffix(".txt") }.report()
      #expect(outcome.report == expected)
      #expect(outcome.remarks == ["canceled: 20 of 100 files, \(19 * "small file 10\n".utf8.count) bytes", remark])
    }
  }
}
