import Foundation
import Testing

@testable import Reporting

@Suite struct ComparisonTests {
  private let before = "func a() -> Promise<Int> { b() }\nfunc b() -> Promise<Int> { fatalError() }\n"
  private let after = "func a() -> Promise<Int> { fatalError() }\nfunc a() async {}\nfunc b() async {}\n"

  private func compared() throws -> Report {
    let earlier = try EarlierReport(json: try report(before).json)
    var later = try report(after)
    later.since = Comparison(from: earlier, to: later.totals)
    return later
  }

  @Test func `a comparison has the difference for each measure`() throws {
    let since = try #require(try compared().since)
    #expect(since.before[.promiseFunctions] == 2)
    #expect(since.differences[.promiseFunctions] == -1)
    #expect(since.differences[.asyncFunctions] == 2)
    #expect(since.differences[.files] == 0)
    #expect(since.asyncPercentBefore == 0)
    #expect(Set(since.differences.keys) == Set(Measure.allCases))
  }

  @Test func `the text and the Markdown form show the table and the bar`() throws {
    let text = "\(TextReport(try compared()))"
    #expect(text.hasPrefix("async [################] 100 % (was 0 %)\n"))
    #expect(text.contains("  promise functions                        2      1      -1\n"))
    #expect(text.contains("  async functions                          0      2      +2\n"))
    let markdown = "\(MarkdownReport(try compared()))"
    #expect(markdown.contains("```text\nasync [################] 100 % (was 0 %)\n```\n"))
    #expect(markdown.contains("| async functions | 0 | 2 | +2 |\n"))
  }

  @Test func `the JSON form has the comparison, and only if there is one`() throws {
    let json = try JSONDecoder().decode(Report.self, from: try compared().json)
    #expect(json == (try compared()))
    #expect(!String(decoding: try report(after).json, as: UTF8.self).contains("\"since\""))
  }

  @Test(arguments: ["", "no JSON", "[]", "{}", #"{"totals":{}}"#, #"{"version":1}"#, #"{"version":"1","totals":{}}"#])
  func `what is not a report is refused`(json: String) {
    #expect(throws: EarlierReport.Failure.notAReport) { try EarlierReport(json: Data(json.utf8)) }
  }

  @Test func `a report of another version is refused`() {
    let failure = EarlierReport.Failure.otherVersion(2)
    #expect(throws: failure) { try EarlierReport(json: Data(#"{"version":2,"totals":{}}"#.utf8)) }
    #expect(failure.description.contains("version 2"))
  }

  @Test func `a measure that a later program adds is ignored`() throws {
    let earlier = try EarlierReport(json: Data(#"{"version":1,"totals":{"files":3,"newMeasure":4}}"#.utf8))
    #expect(earlier.totals == [.files: 3])
  }

  @Test(arguments: [
    (0, "[----------------] 0 %"), (1, "[#---------------] 1 %"), (62, "[#########-------] 62 %"),
    (99, "[###############-] 99 %"), (100, "[################] 100 %"),
  ])
  func `a bar is full only at 100 percent and empty only at 0`(percent: Int, bar: String) {
    #expect("\(Bar(name: "async", percent: percent, before: nil))" == "async \(bar)")
  }
}
