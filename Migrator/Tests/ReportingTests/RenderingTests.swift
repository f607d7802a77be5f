import Foundation
import SourceEditing
import Testing

@testable import Reporting

@Suite struct RenderingTests {
  /// A file with something for each section.
  private let sample = """
    @testable import PromiseKit
    class API: @unchecked Sendable {
      func user(id: Int, completion: @escaping (Int) -> Void) {}
      public func user(id: Int) -> Promise<Int> { Promise { seal in user(id: id) { seal.fulfill($0) } } }
      func name(_ id: Int) -> Promise<String> { user(id: id).map { "\\($0)" }.recover { _ in .value("|`|") } }
      func wait() async { await withCheckedContinuation { $0.resume() } }
      func block() { Task { }; try! name(1).wait() }
      @MainActor func c() { Promise { s in SDK.load { s.fulfill($0) } } }
    }

    """

  @Test func `the text form has a section for everything, in lines of 80 columns`() throws {
    let text = "\(TextReport(try report(sample)))"
    #expect(
      text == """
        async [#####-----------] 33 %
        1 Swift file; 1 of 3 asynchronous functions has an async form.

        FUNCTIONS
                             all  public
          callback             1       0
          promise              2       1
          async                1       0
          in several styles    1       1

        IMPORTS
          PromiseKit  1
              1 with @testable import

        CHAINS
          1 chain with 2 operators
          1 of length 2
          map 1, recover 1

        MIGRATE FIRST: LEAVES WITH MANY CALLERS
          callers  style     function
                1  callback  user(id:completion:)
                   0.swift:3

        FILES WITH THE MOST TO MIGRATE
          callback  promise  async  chains  waits  file
                 1        2      1       1      1  0.swift

        BLOCKING WAITS: 1
          0.swift:7:33: name(1).wait()

        TASKS WHOSE HANDLE IS DISCARDED: 1
          0.swift:7:18: Task { }

        CONTINUATIONS: 1
          0.swift:6:29: withCheckedContinuation { $0.resume() }

        CALLBACKS THAT MAY TRAP ON ANOTHER THREAD: 1
          0.swift:8:49: { s.fulfill($0) }

        @UNCHECKED SENDABLE: 1
          0.swift:2:1: class API: @unchecked Sendable

        """)
  }

  @Test func `the text form shortens lists, and paths in the table`() throws {
    let waits = String(repeating: "try! promise.wait()\n", count: 7)
    let path = "Sources/\(String(repeating: "Folder/", count: 10))File.swift"
    let text = "\(TextReport(Report([try read(waits, path: path)])))"
    #expect(text.contains("BLOCKING WAITS: 7\n"))
    #expect(text.contains("  and 2 more; --format markdown lists all\n"))
    #expect(text.contains("  …/Folder/Folder/Folder/File.swift\n"))
    #expect(text.contains("  \(path):1:6:\n      promise.wait()\n"))
    #expect("\(MarkdownReport(Report([try read(waits, path: path)])))".contains("`\(path):7:6` | `wait` |"))
  }

  @Test func `kinds of places are summed up if there are several`() throws {
    let text = "\(TextReport(try report("hang(a)\nb.wait()\nhang(c)\n")))"
    #expect(text.contains("BLOCKING WAITS: 3\n  hang 2, wait 1\n  0.swift:1:1: hang(a)\n"))
  }

  @Test func `a code base without anything is a short report`() throws {
    #expect("\(TextReport(try report("let a = 1\n")))" == "1 Swift file; no asynchronous functions.\n")
    #expect(
      "\(MarkdownReport(Report([])))" == "# Migration report\n\n0 Swift files; no asynchronous functions.\n")
  }

  @Test func `the Markdown form consists of tables`() throws {
    let markdown = "\(MarkdownReport(try report(sample)))"
    for row in [
      "| promise | 2 | 1 |", "| `API.user(id:)` | callback, promise | yes | `0.swift:3`, `0.swift:4` |",
      "| `PromiseKit` | PromiseKit | 1 | `@testable import`: 1 |", "| 2 | 1 |", "| `recover` | 1 |",
      "| `0.swift:7:33` | `wait` | `name(1).wait()` |", "| `user(id:completion:)` | callback | 1 | `0.swift:3` |",
      "| `0.swift` | 1 | 0 | 1 | 2 | 1 | 1 | 1 | 1 | 1 | 1 | 1 |",
      "| `0.swift:8:49` | `Promise` | `{ s.fulfill($0) }` |",
    ] {
      #expect(markdown.contains("\n\(row)\n"), "\(row)")
    }
  }

  @Test func `code in a cell of a table is escaped`() {
    #expect(MarkdownReport.code("a || b") == "`a \\|\\| b`")
    #expect(MarkdownReport.code("func `do`()") == "``func `do`()``")
    #expect(MarkdownReport.code("`a`") == "`` `a` ``")
    #expect(MarkdownReport.code("two\nlines") == "`two lines`")
  }

  @Test func `the JSON form is versioned, complete and stable`() throws {
    let first = try report(sample, "import Hydra\n", "let a = 1\n")
    let files = try [("2.swift", "let a = 1\n"), ("1.swift", "import Hydra\n"), ("0.swift", sample)]
      .map { try read($0.1, path: $0.0) }
    #expect(first.json == Report(files).json)
    #expect(try JSONDecoder().decode(Report.self, from: first.json) == first)

    let object = try #require(try JSONSerialization.jsonObject(with: first.json) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(
      Set(object.keys) == [
        "version", "totals", "asyncPercent", "imports", "chainLengths", "chainOperators", "functionsInSeveralStyles",
        "moveFirst", "files",
      ])
    let totals = try #require(object["totals"] as? [String: Int])
    #expect(Set(totals.keys) == Set(Measure.allCases.map(\.rawValue)))
    #expect(totals["files"] == 3)
    let entries = try #require(object["files"] as? [[String: Any]])
    #expect(entries.map { $0["path"] as? String } == ["0.swift", "1.swift"])
    #expect((entries[1]["counts"] as? [String: Int]) == ["otherLibraryImports": 1])
    #expect((object["chainLengths"] as? [String: Int]) == ["2": 1])
  }

  @Test func `long lists of words are broken into lines of 80 columns`() {
    let lines = String.wrapped((1...40).map { "operator\($0)" }, indentation: "  ")
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.hasPrefix("  operator") })
    #expect(lines.dropLast().allSatisfy { $0.hasSuffix(",") })
    #expect(String.wrapped([], indentation: "  ").isEmpty)
  }
}
