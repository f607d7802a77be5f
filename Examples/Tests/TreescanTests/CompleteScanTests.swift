import ExampleTestSupport
import Testing

@Suite struct CompleteScanTests {
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
  }

  @Test(arguments: Configuration.all)
  func `the report equals what the test counts`(configuration: Configuration) async throws {
    try folder.writeReadableFiles()
    try elsewhere.write("not counted\n", to: "file.txt")
    try folder.writeSkippedEntries(linkingTo: elsewhere)
    let scan = try await Treescan.run(configuration.arguments + ["--words", "100000", folder.path])
    let expected = try Census(of: folder).report(words: 100_000)
    #expect(scan.report == expected)
    #expect(scan.remarks == [])
    #expect(scan.status == 0)
  }

  @Test(arguments: Configuration.all)
  func `the report is a table with the five most frequent words`(configuration: Configuration) async throws {
    try folder.write("six five four three two one\nsix five four three two\nsix five", to: "b.txt")
    try folder.write("Six AND five\n", to: "c.TXT")
    try folder.write("two\n", to: "a.md")
    try folder.write("1 2\n", to: "Makefile")
    let scan = try await Treescan.run(configuration.arguments + [folder.path])
    #expect(
      scan.report == [
        "extension  files  lines  bytes  words",
        "txt            2      3     73  five 4, six 4, four 2, three 2, two 2",
        "(none)         1      1      4",
        "md             1      1      4  two 1",
        "total          4      5     81  five 4, six 4, two 3, four 2, three 2",
      ])
    #expect(scan.remarks == [])
    #expect(scan.status == 0)
  }

  @Test(arguments: Configuration.all)
  func `the report about an empty folder contains zeros`(configuration: Configuration) async throws {
    let scan = try await Treescan.run(configuration.arguments + [folder.path])
    #expect(scan.report == ["extension  files  lines  bytes  words", "total          0      0      0"])
    #expect(scan.remarks == [])
    #expect(scan.status == 0)
  }
}
