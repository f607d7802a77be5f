import ExampleTestSupport
import Foundation
import Testing

@testable import fetchall

@Suite struct PlanTests {
  private let folder = URL(fileURLWithPath: "/folder", isDirectory: true)

  @Test func `a file that exists is skipped`() {
    let plan = Plan([url("http://a/1"), url("http://a/2")], into: folder) { $0.path == "/folder/1" ? .file : .nothing }
    #expect(plan.files.map(\.name) == ["2"])
    #expect(plan.alreadyThere == 1)
    #expect(plan.failures.isEmpty)
    #expect(plan.total == 2)
  }

  @Test func `the second URL with the same name fails`() {
    let plan = Plan([url("http://a/1?x"), url("http://b/%31?y"), url("http://a/2")], into: folder) { _ in .nothing }
    #expect(plan.files.map(\.location.path) == ["/folder/1", "/folder/2"])
    #expect(
      plan.failures == [Failure(number: 1, name: "1", text: "http://b/%31 has the same file name as http://a/1.")])
  }

  @Test func `a URL without a suitable name fails, and the others are downloaded`() {
    let plan = Plan([url("http://a/.."), url("http://a/2")], into: folder) { _ in .nothing }
    #expect(plan.files.map(\.number) == [1])
    #expect(plan.failures.map(\.line) == ["fetchall: http://a/..: The name “..” is not the name of a file."])
  }

  @Test func `a folder in the place of a file is a failure`() {
    let plan = Plan([url("http://a/1")], into: folder) { _ in .other }
    #expect(plan.files.isEmpty)
    #expect(plan.failures.map(\.name) == ["1"])
  }

  @Test func `what there is at a location is found out`() throws {
    let folder = try TemporaryFolder()
    let (file, link) = (folder.location(of: "file"), folder.location(of: "link"))
    try folder.link("link", to: file.path)
    #expect(Plan.Entry(file) == .nothing)
    #expect(Plan.Entry(link) == .other)
    try folder.write("", to: "file")
    #expect(Plan.Entry(file) == .file)
    #expect(Plan.Entry(link) == .file)
    #expect(Plan.Entry(folder.url) == .other)
  }
}
