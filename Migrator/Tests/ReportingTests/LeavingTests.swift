import Foundation
import PromiseSyntax
import Testing

@testable import Reporting

@Suite struct LeavingTests {
  /// Returns what is left in files that import the library, each with its first lines.
  private func leaving(_ texts: String...) throws -> Report.Leaving {
    let files = try texts.enumerated().map { try read("import PromiseCore\n" + $0.element, path: "\($0.offset).swift") }
    return try #require(Report(files).leaving)
  }

  private func uncalled(_ text: String) throws -> [String] {
    try leaving(text).uncalledFunctions.map { "\($0.function) \($0.isPublic ? "public" : "")" }
  }

  @Test func `uses and files are counted by operation`() throws {
    let operations = try leaving("wrap { f($0) }\nwrap { g($0) }\n", "wrap { f($0) }\nafter(1)\n", "f(1)\n").operations
    #expect(operations.map(\.operation) == [.wrap, .after])
    #expect(operations.map(\.uses) == [3, 1])
    #expect(operations.map(\.files) == [2, 1])
    #expect(operations[0].filesToCopy == [.callback, .wrap])
  }

  @Test func `there is no section if no file imports the library`() throws {
    let report = try report("import PromiseKit\nlet x: Promise<Int> = firstly { f() }.then { 1 }\n", "import Combine\n")
    #expect(report.leaving == nil)
    #expect(!"\(TextReport(report))".contains("LEAVE"))
    #expect(!"\(MarkdownReport(report))".contains("leave"))
    #expect(!String(decoding: report.json, as: UTF8.self).contains("\"leaving\""))
  }

  @Test func `only files that import the library count`() throws {
    let report = try report(
      "import PromiseCore\nwrap { f($0) }\n", "import PromiseKit\nlet x: Promise<Int> = wrap { f($0) }\n", "after(1)\n")
    let leaving = try #require(report.leaving)
    #expect(leaving.operations.map(\.uses) == [1])
    #expect(report.summary(of: leaving) == "Before you can leave: 1 use of 1 operation in 1 file.")
  }

  @Test(arguments: [
    ("func retry(_ body: () -> Void) {}", "retry { f() }"), ("struct Backoff {}", "let b: Backoff"),
    ("extension Sequence { func concurrentMap(_ f: () -> Void) {} }", "a.concurrentMap { 1 }"),
  ])
  func `declarations of other files are not those of the library`(declaration: String, use: String) throws {
    let user = "import PromiseCore\n\(use)\n"
    #expect(try #require(report(user, "\(declaration)\n").leaving).operations.isEmpty)
    #expect(try #require(report(user, "func retried() {}\n").leaving).operations.count == 1)
    // A method does not hide a function of the library in other files, nor does a function in a function.
    let others = "class A { func retry() {} }\nfunc f() { func retry() {} }\n"
    #expect(try #require(report(user, others).leaving).operations.count == 1)
  }

  @Test func `the map of Combine is no chain of promises`() throws {
    let combine = "import Combine\npublisher.map { 1 }.timeout(1, scheduler: q).delay(for: 1, scheduler: q)\n"
    #expect(try leaving(combine).operations.isEmpty)
    let both = try leaving(combine + "load().map { 1 }\n", "func load() -> Promise<Int>\n")
    #expect(both.operations.map(\.operation) == [.promiseType, .chain])
  }

  // MARK: - Functions

  @Test func `public functions are counted by whether they have an async form`() throws {
    let leaving = try leaving(
      """
      public func a() -> Promise<Int> { f() }
      public func a() async -> Int { 1 }
      public func b(_ id: Int) -> Promise<Int> { f() }
      public func b(_ id: Int, retries: Int = 1) async -> Int { 1 }
      public func c(_ id: Int) -> Promise<Int> { f() }
      public func c(_ id: Int, retries: Int) async -> Int { 1 }
      func d() -> Promise<Int> { f() }
      """)
    #expect(leaving.publicFunctions.map(\.function) == ["a()", "b(_:)", "c(_:)"])
    #expect(leaving.publicFunctions.map(\.hasAsyncForm) == [true, true, false])
    #expect(leaving.promiseFunctions.last?.isPublic == false)
  }

  @Test func `a promise form without callers can be deleted`() throws {
    let forms = "func a() -> Promise<Int> { Promise { await a() } }\nfunc a() async -> Int { 1 }\n"
    #expect(try uncalled(forms) == ["a() "])
    #expect(try uncalled("public " + forms) == ["a() public"])
    #expect(try uncalled(forms + "let x = a()\n").isEmpty)
    #expect(try uncalled(forms + "let x = Promise.value(1).then(a)\n").isEmpty)
    // It has no `async` form yet.
    #expect(try uncalled("public func a() -> Promise<Int> { f() }\n").isEmpty)
    #expect(try uncalled("protocol P { func a() -> Promise<Int> }\n").isEmpty)
  }

  @Test(arguments: [
    "await a()", "try await a()", "print(try await a())", "async let x = a()", "await a().count", "try await b() + a()",
  ])
  func `an awaited call is one of the async form`(call: String) throws {
    let forms = "func a() -> Promise<Int> { Promise { await a() } }\nfunc a() async -> Int { 1 }\n"
    #expect(try uncalled(forms + "func f() async throws { \(call) }\n") == ["a() "])
  }

  @Test(arguments: [
    "a()", "await a().get()", "await a().map { 1 }.get()", "await race(a(), b()).get()", "await f { a() }",
    "let x = a()", "a().done { f() }", "await a().getResult()",
  ])
  func `other calls are of the promise form`(call: String) throws {
    let forms = "func a() -> Promise<Int> { Promise { await a() } }\nfunc a() async -> Int { 1 }\n"
    #expect(try uncalled(forms + "func f() async throws { \(call) }\n").isEmpty)
  }

  @Test func `callers of other files count, recursive ones do not`() throws {
    let recursive = "import PromiseCore\nfunc a(_ n: Int) -> Promise<Int> { a(n - 1) }\n"
    let report = try report(recursive, "let x = a(1)\n", "let y = [a(1), a(2)]\n")
    #expect(report.leaving?.promiseFunctions.map(\.callers) == [3])
  }

  // MARK: - Places

  @Test func `stored promises and errors have places`() throws {
    let report = try report(
      """
      import PromiseCore
      class A {
        private var request: Promise<Int>?
        func f() throws {
          let x = Promise { try await g() }, y = 1
          do { try h() } catch PromiseError.timedOut { }
          if error as? PromiseError == .timedOut || error.isCancelled { }
        }
      }
      """)
    #expect(report.files[0].storedPromises.summary == ["3 property", "5 variable"])
    #expect(report.files[0].storedPromises[0].code == "private var request: Promise<Int>?")
    #expect(report.files[0].libraryErrors.summary == ["6 PromiseError", "7 PromiseError", "7 isCancelled"])
    #expect(report.files[0].libraryErrors[0].code == "PromiseError.timedOut")
  }

  // MARK: - Summary

  @Test func `the summary says nothing about what is not left`() throws {
    let report = try report("import PromiseCore\nlet x: Promise<Int>?\n")
    #expect(report.summary(of: try #require(report.leaving)) == "Before you can leave: 1 stored promise.")
  }

  @Test func `imports without uses are to be removed`() throws {
    let report = try report(
      "import Foundation\nimport PromiseCore\nlet x = 1\n", "@_exported import PromiseCore\n", "let y = 1\n")
    let leaving = try #require(report.leaving)
    #expect(report.summary(of: leaving) == "Nothing is left: remove the imports of this library.")
    #expect(leaving.unusedImports == [DeclarationPlace(path: "0.swift", line: 2)])
    #expect(try self.leaving("wrap { f($0) }\n").unusedImports.isEmpty)
    #expect(try self.leaving("let x: Promise<Int>\n").unusedImports.isEmpty)
  }

  // MARK: - JSON

  @Test func `the JSON form has what is left, and an earlier report need not`() throws {
    let report = try report("import PromiseCore\npublic func a() -> Promise<Int> { wrap { f($0) } }\n")
    #expect(try JSONDecoder().decode(Report.self, from: report.json) == report)
    let object = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
    let leaving = try #require(object["leaving"] as? [String: Any])
    #expect(Set(leaving.keys) == ["operations", "promiseFunctions", "unusedImports"])
    let operations = try #require(leaving["operations"] as? [[String: Any]])
    #expect(operations.map { $0["operation"] as? String } == ["promiseType", "wrap"])
    #expect(operations[1]["filesToCopy"] as? [String] == ["Callback.swift", "Wrap.swift"])
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(files[0]["libraryOperations"] as? [String: Int] == ["promiseType": 1, "wrap": 1])

    let earlier = #"{"version":1,"totals":{"files":3},"files":[{"path":"a.swift","counts":{}}]}"#
    #expect(try EarlierReport(json: Data(earlier.utf8)).totals == [.files: 3])
  }
}
