import PromiseSyntax
import Testing

@testable import Reporting

@Suite struct FirstMoveTests {
  /// Returns the functions to migrate first, each with the number of its callers.
  private func moves(_ texts: String...) throws -> [String] {
    let files = try texts.enumerated().map { try read($0.element, path: "\($0.offset).swift") }
    return Report(files).moveFirst.map { "\($0.callers) \($0.style) \($0.function)" }
  }

  private let leaf = "func load(_ id: Int) -> Promise<Int> { Promise { seal in } }\n"

  @Test func `leaves are ordered by the number of their callers`() throws {
    #expect(
      try moves(
        leaf + "func save(completion: @escaping () -> Void) {}\n",
        "func f() { load(1); load(2); save { }; x.load(3).done { } }\n"
      ) == ["3 promise load(_:)", "1 callback save(completion:)"])
  }

  @Test func `a function that calls another one to move is no leaf`() throws {
    let twice = "func twice() -> Promise<Int> { load(1).then { load($0) } }\nlet a = twice()\n"
    #expect(try moves(leaf, twice) == ["2 promise load(_:)"])
  }

  @Test func `a callee with an async form does not count, nor does the function itself`() throws {
    let twice = "func twice() -> Promise<Int> { load(1).then { _ in twice() } }\nlet a = twice()\n"
    #expect(try moves(leaf, twice, "func load(_ id: Int) async -> Int { 1 }\n") == ["1 promise twice()"])
  }

  @Test func `functions without callers, overrides and initializers are left out`() throws {
    #expect(
      try moves(
        leaf,
        """
        class A: B {
          override func show(completion: @escaping () -> Void) {}
          init(completion: @escaping () -> Void) {}
        }
        func f() { A { }; A.init { }; a.show { } }
        """
      ).isEmpty)
  }

  @Test func `labels, default values and trailing closures tell calls apart`() throws {
    let declarations = """
      func load(id: Int, fresh: Bool = false, completion: @escaping (Int) -> Void) {}
      func load(named: String...) -> Promise<Int> { Promise { seal in } }

      """
    #expect(
      try moves(
        declarations, "func f() { load(id: 1) { }; load(id: 1, fresh: true) { }; load(id: 1, completion: g) }\n")
        == ["3 callback load(id:fresh:completion:)"])
    #expect(
      try moves(declarations, "func f() { load(named: \"a\"); load(named: \"a\", \"b\"); load(); load(1) }\n")
        == ["3 promise load(named:)"])
    #expect(try moves(declarations, "func f() { load(id: 1, other: 2) { }; load(other: 1) { }; loaded() }\n").isEmpty)
  }

  @Test func `a call that leaves out a required argument is one of another function`() throws {
    let declaration = "func load(id: Int, named: String) -> Promise<Int> { Promise { seal in } }\n"
    #expect(try moves(declaration, "func f() { load(named: \"a\"); load(id: 1) }\n").isEmpty)
    #expect(try moves(declaration, "func f() { load(id: 1, named: \"a\") }\n").count == 1)
  }

  @Test func `only calls that pass a handler wait for the result`() throws {
    #expect(
      try moves(
        "func hide(animated: Bool, completion: (() -> Void)? = nil) {}\n",
        "func f() { hide(animated: true); hide(animated: true, completion: nil); hide(animated: true) { } }\n")
        == ["1 callback hide(animated:completion:)"])
  }

  @Test func `a written type and the enclosing type tell functions apart`() throws {
    let types = """
      enum A { static func load() -> Promise<Int> { Promise { seal in } } }
      enum B { static func load() async -> Int { 1 } }

      """
    #expect(try moves(types, "let a = A.load()\n") == ["1 promise load()"])
    #expect(try moves(types, "func f() async { await B.load() }\nextension B { static func g() { load() } }\n").isEmpty)
    #expect(try moves(types, "extension A { static func g() { load(); Self.load(); self.load() } }\n").count == 1)
  }

  @Test func `a requirement and its implementations count as one function`() throws {
    let report = try report(
      """
      protocol P { func load() -> Promise<Int> }
      class A: P { func load() -> Promise<Int> { Promise { seal in } } }
      func f(_ p: any P) { p.load(); p.load() }
      """)
    #expect(
      report.moveFirst == [
        FirstMove(
          function: "load()", style: .promise, callers: 2,
          declarations: [DeclarationPlace(path: "0.swift", line: 1), DeclarationPlace(path: "0.swift", line: 2)])
      ])
    #expect(try moves("protocol P { func load() -> Promise<Int> }\nfunc f(_ p: any P) { p.load() }\n").isEmpty)
  }

  @Test func `calls in nested functions and closures belong to the functions around them`() throws {
    let outer = "func outer() -> Promise<Int> { func inner() { x.map { load($0) } }; return p }\nlet a = outer()\n"
    #expect(try moves(leaf, outer) == ["1 promise load(_:)"])
  }

  @Test func `calls in strings and comments and calls of super do not count`() throws {
    #expect(try moves(leaf, "// load(1)\nlet s = \"load(1)\"\nclass A: B { func f() { super.load(1) } }\n").isEmpty)
    #expect(try moves(leaf, #"let s = "\(load(1))""#) == ["1 promise load(_:)"])
  }
}
