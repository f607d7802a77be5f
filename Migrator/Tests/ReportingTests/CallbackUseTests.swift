import Testing

@testable import Reporting

@Suite struct CallbackUseTests {
  private let closure = "Promise { s in SDK.load(2) { v, e in s.resolve(v, e) } }"

  /// Returns the closures in the files of a report.
  private func callbacks(_ report: Report) -> [String] {
    report.files.flatMap { file in file.isolatedCallbacks.map { "\(file.path):\($0.line) \($0.kind)" } }
  }

  @Test(arguments: [
    "import PromiseCore", "import PromiseConcurrency", "import PromiseKit", "import PMKFoundation", "import Promises",
    "@_spi(PromiseKit) import PromiseKitVocabulary",
  ])
  func `callbacks that may trap are listed in files with promises`(line: String) throws {
    let report = try report("\(line)\n@MainActor func f() {\n  \(closure)\n}\n")
    #expect(callbacks(report) == ["0.swift:3 Promise"])
    #expect(report.files[0].isolatedCallbacks[0].column == 30)
    #expect(report.files[0].isolatedCallbacks[0].code == "{ v, e in s.resolve(v, e) }")
    #expect(report.totals[.isolatedCallbacks] == 1)
  }

  @Test(arguments: ["", "import Hydra\n", "import Combine\n"])
  func `in other files, only continuations count`(line: String) throws {
    let text = "\(line)@MainActor func f() {\n  \(closure)\n}\n"
    #expect(callbacks(try report(text)) == [])
    let continuation = "await withCheckedContinuation { c in SDK.read { c.resume(returning: $0) } }"
    let both = "\(line)@MainActor func f() async {\n\(closure)\n\(continuation)\n}\n"
    #expect(callbacks(try report(both)).map { $0.split(separator: " ")[1] } == ["withCheckedContinuation"])
  }

  @Test func `the isolation of a type may be declared in another file`() throws {
    let text = "import PromiseKit\nextension A { func f() { \(closure) } }\n"
    #expect(callbacks(try report(text)) == [])
    #expect(callbacks(try report(text, "class A: UIViewController {}\n")) == ["0.swift:2 Promise"])
  }

  @Test func `callbacks that the same module calls do not count`() throws {
    let text = "import PromiseKit\n@MainActor func f() { \(closure) }\n"
    let sdk = "enum SDK { static func load(_: Int, _: (Int?, Error?) -> Void) {} }\n"
    func callbacks(_ path: String, _ sdkPath: String) throws -> Int? {
      Report([try read(text, path: path), try read(sdk, path: sdkPath)]).totals[.isolatedCallbacks]
    }
    #expect(try callbacks("App/Screens/A.swift", "App/SDK.swift") == 0)
    #expect(try callbacks("Sources/App/Screens/A.swift", "Sources/App/SDK.swift") == 0)
    #expect(try callbacks("Sources/App/A.swift", "Sources/SDK/SDK.swift") == 1)
    #expect(try callbacks("Sources/App/A.swift", "Sources/SDK.swift") == 1)
  }

  @Test func `with the main actor by default, code without attributes counts`() throws {
    let file = try read("import PromiseCore\nfunc f() { \(closure) }\nnonisolated func g() { \(closure) }\n")
    #expect(callbacks(Report([file])) == [])
    #expect(callbacks(Report([file], isMainActorByDefault: true)) == ["File.swift:2 Promise"])
  }

  @Test func `all three forms list the callbacks`() throws {
    let report = try report("import PromiseKit\n@MainActor func f() { \(closure) }\n")
    #expect("\(TextReport(report))".contains("CALLBACKS THAT MAY TRAP ON ANOTHER THREAD: 1\n  0.swift:2:50: { v, e in"))
    let markdown = "\(MarkdownReport(report))"
    #expect(markdown.contains("## Callbacks that may trap on another thread\n"))
    #expect(markdown.contains("| `0.swift:2:50` | `Promise` | `{ v, e in s.resolve(v, e) }` |"))
    #expect(String(decoding: report.json, as: UTF8.self).contains("\"isolatedCallbacks\" : ["))
  }
}
