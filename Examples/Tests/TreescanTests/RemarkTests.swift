import ExampleTestSupport
import Testing

@Suite struct RemarkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Configuration.all)
  func `an unusual file is counted, with one remark about it`(configuration: Configuration) async throws {
    let remarks = try folder.writeRemarkableFiles()
    let scan = try await Treescan.run(configuration.arguments + [folder.path])
    let expected = try Census(of: folder).report()
    #expect(scan.report == expected)
    #expect(scan.remarks == remarks)
    #expect(scan.status == 2)
  }

  @Test(arguments: Configuration.all)
  func `a looping link is a failure and is not followed`(configuration: Configuration) async throws {
    var remarks = try folder.writeRemarkableFiles()
    try folder.write("inside\n", to: "inside/file.txt")
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    try folder.link("inside/parent", to: "..")
    for link in ["a", "b", "inside/parent"] {
      remarks.append("treescan: \(folder.path)/\(link): looping link, not followed")
    }
    let scan = try await Treescan.run(configuration.arguments + [folder.path])
    let expected = try Census(of: folder).report()
    #expect(scan.report == expected)
    #expect(scan.remarks == remarks.sorted())
    #expect(scan.status == 1)
  }
}
