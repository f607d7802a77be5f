import Testing

@testable import Reporting

@Suite struct ChainUseTests {
  /// Returns the operators of each chain that counts in a file.
  private func chains(_ text: String) throws -> [[String]] {
    try read(text).chains.filter(\.isCertain).map(\.operators)
  }

  @Test func `a chain is counted once, with all its operators`() throws {
    #expect(
      try chains("firstly { load() }.then { parse($0) }.map { $0 + 1 }.done { show($0) }.catch { print($0) }\n")
        == [["then", "map", "done", "catch"]])
  }

  @Test func `chains in handlers are chains of their own`() throws {
    #expect(
      try chains("load().then { parse($0).done { show($0) } }.ensure { hide() }\n")
        == [["then", "ensure"], ["done"]])
  }

  @Test(arguments: [
    "numbers.map { $0 + 1 }", "numbers.compactMap { $0 }.reduce(0, +)", "cache.get(1)", "form.validate { true }",
    "dictionary.mapValues { $0 }", "animation.delay(1)", "Task { }.value",
  ])
  func `operators that sequences have do not make a chain`(code: String) throws {
    #expect(try chains("import PromiseKit\nlet x = \(code)\n").isEmpty)
  }

  @Test(arguments: [
    "Promise.value(1).map { $0 }", "Promise<Int>.value(1).map { $0 }", "Promise<Int> { 1 }.map { $0 }",
    "firstly { load() }.map { $0 }", "race(a, b).map { $0 }", "userPromise.map { $0 }", "self.promise?.map { $0 }",
    "after(seconds: 1).map { 1 }",
  ])
  func `what begins with a promise is a chain`(code: String) throws {
    #expect(try chains("let x = \(code)\n") == [["map"]])
  }

  @Test func `catch is an operator of publishers where only Combine is imported`() throws {
    let chain = "publisher.map { $0 }.catch { _ in Just(1) }\n"
    #expect(try chains("import Combine\n" + chain).isEmpty)
    #expect(try chains("import Combine\nimport PromiseKit\n" + chain) == [["map", "catch"]])
    #expect(try chains("import Combine\nlet x = load().then { f($0) }\n") == [["then"]])
  }

  @Test func `get() without a handler is the way to async`() throws {
    #expect(try chains("func a() async throws { _ = try await load().then { f($0) }.get() }\n") == [["then"]])
    #expect(try chains("func a() async throws { _ = try await firstly { load() }.get() }\n").isEmpty)
    #expect(try chains("let x = load().get { print($0) }.done { }\n") == [["get", "done"]])
  }

  @Test func `a call of a promise function of another file begins a chain`() throws {
    let chain = "let name = api.user(1).map { $0.name }\n"
    let promise = "func user(_ id: Int) -> Promise<User> { fatalError() }\n"
    #expect(try report(chain, promise).total(.chains) == 1)
    #expect(try report(chain, promise, "func user(_ id: Int) -> [User] { [] }\n").total(.chains) == 0)
    #expect(try report(chain).total(.chains) == 0)
  }

  @Test func `lengths and operators are summed up`() throws {
    let report = try report(
      "let a = x.then { f() }.done { }\n", "let b = x.then { f() }\nlet c = x.then { f() }.then { g() }\n")
    #expect(report.chainLengths == [1: 1, 2: 2])
    #expect(report.chainOperators == ["then": 4, "done": 1])
    #expect(report.total(.chains) == 3)
    #expect(report.total(.chainOperators) == 5)
    #expect(report.files.map(\.chainLengths) == [[2: 1], [1: 1, 2: 1]])
  }

  @Test func `chains in comments and strings do not count, those in interpolations do`() throws {
    #expect(try chains(#"let s = "a.then { b }" // a.then { b }"#).isEmpty)
    #expect(try chains(#"let s = "\(a.then { b })""#) == [["then"]])
  }
}
