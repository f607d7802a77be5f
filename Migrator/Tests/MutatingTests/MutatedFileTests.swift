import Mutating
import SourceEditing
import Testing

/// What the mutation tester writes for each operator.
struct MutatedFileTests {
  /// Returns the text of a file with all its mutants of one operator, or of all operators. `m` stands for the conditions
  /// under which they are selected.
  private func mutated(_ text: String, _ kind: MutationOperator? = nil) throws -> String {
    let package = try package(text)
    let result = package.texts { kind == nil || $0.mutationOperator == kind }.first?.text ?? text
    return result.replacing(/mutant__\(\d+\)/, with: "m")
  }

  private func package(_ text: String) throws -> MutatedPackage {
    MutatedPackage([(name: "Example", files: [try SourceText(text, path: "Sources/Example/File.swift")])])
  }

  @Test func `a condition is negated`() throws {
    #expect(try mutated("if a { b = c }", .negate) == "if (m != (a)) { b = c }")
    #expect(
      try mutated("guard a, let b = c else { return }", .negate)
        == "guard (m != (a)), let b = c else { return }")
    #expect(try mutated("let x = a ? b : c", .negate) == "let x = (m != (a)) ? b : c")
    #expect(try mutated("x = a && b ? b : c", .negate).hasPrefix("x = (m"))
    #expect(try mutated("for a in b where a { c() }", .negate) == "for a in b where (m != (a)) { c() }")
  }

  @Test(arguments: [
    ("func f() -> Bool { a }", "func f() -> Bool { (m != (a)) }"),
    ("func f() -> Bool { x(); return a }", "func f() -> Bool { x(); return (m != (a)) }"),
    ("var a: Bool { b }", "var a: Bool { (m != (b)) }"),
    ("func f() -> Bool { true }", "func f() -> Bool { true }"),
    ("func f() -> Int { a { return b } }", "func f() -> Int { a { return b } }"),
  ])
  func `the result of a Boolean function is negated`(_ text: String, _ expected: String) throws {
    #expect(try mutated(text, .negate) == expected)
  }

  @Test(arguments: [
    ("a < b", "(m ? a <= b : (a < b))"),
    ("a + 1 >= b * 2 && c", "(m ? a + 1 > b * 2 : (a + 1 >= b * 2)) && c"),
    ("a == b", "a == b"),
    ("x += a < b ? c : d", "x += (m ? a <= b : (a < b)) ? c : d"),
  ])
  func `the bound of a comparison is moved`(_ text: String, _ expected: String) throws {
    #expect(try mutated("_ = f(\(text))", .boundary).contains("f(\(expected))"))
  }

  @Test(arguments: [
    ("func f() { a(); b() }", "func f() { if !m { a() }; if !m { b() } }"),
    ("func f() { try? a() }", "func f() { if !m { try? a() } }"),
    ("func f() { a?.b() }", "func f() { if !m { a?.b() } }"),
    ("func f() { a = b; c += d }", "func f() { if !m { a = b }; if !m { c += d } }"),
    ("func f() -> Int { a() }", "func f() -> Int { a() }"),
    ("init() { self.a = b; super.init() }", "init() { self.a = b; super.init() }"),
    ("func f() { precondition(a); fatalError() }", "func f() { precondition(a); fatalError() }"),
    ("func f() { _fixLifetime(a) }", "func f() { _fixLifetime(a) }"),
  ])
  func `a statement is dropped`(_ text: String, _ expected: String) throws {
    #expect(try mutated(text, .drop) == expected)
  }

  @Test(arguments: [
    ("let a = 1", "let a = (m ? 2 : (1))"),
    ("let a = 0.5", "let a = (m ? 2.0 : (0.5))"),
    ("switch a { case 1: b() }", "switch a { case 1: b() }"),
    ("enum A: Int { case a = 1 }", "enum A: Int { case a = 1 }"),
    ("@f(1) func g() {}", "@f(1) func g() {}"),
  ])
  func `a number is changed`(_ text: String, _ expected: String) throws {
    #expect(try mutated(text, .constant) == expected)
  }

  @Test func `a Boolean literal is changed`() throws {
    #expect(try mutated("f(true)", .boolean) == "f((m != true))")
  }

  @Test(arguments: [
    ("func f() -> A? { a }", "func f() -> A? { (m ? nil : (a)) }"),
    ("func f() -> A { a }", "func f() -> A { a }"),
    ("func f() -> A? { nil }", "func f() -> A? { nil }"),
    ("let x = f(on: a)", "let x = f(on: (m ? nil : (a)))"),
    ("let x = f(flags: a)", "let x = f(flags: (m ? [] : (a)))"),
    ("let x = f(flags: [])", "let x = f(flags: [])"),
  ])
  func `nil replaces a value`(_ text: String, _ expected: String) throws {
    #expect(try mutated(text, .none) == expected)
  }

  @Test func `code for other systems is not mutated`() throws {
    let text = "#if canImport(Darwin)\nlet a = 1\n#else\nlet a = 2\n#endif\n#if canImport(Glibc)\nlet b = 3\n#endif\n"
    let mutated = try mutated(text, .constant)
    let networking = try self.mutated("#if !canImport(FoundationNetworking)\nlet c = 4\n#endif\n", .constant)
    #if canImport(Darwin)
      #expect(mutated.contains("let a = (m") && mutated.contains("let b = 3") && networking.contains("let c = (m"))
    #else
      #expect(mutated.contains("let a = 1") && mutated.contains("let a = (m") && mutated.contains("let b = (m"))
      #expect(networking.contains("let c = 4"))
    #endif
  }

  @Test func `code for older compilers is not mutated`() throws {
    let mutated = try mutated("#if compiler(>=5)\nlet a = 1\n#else\nlet a = 2\n#endif\n", .constant)
    #expect(mutated.contains("let a = (m ? 2 : (1))") && mutated.contains("#else\nlet a = 2\n"))
  }

  @Test func `a policy is replaced by its opposite`() throws {
    #expect(try mutated("let x = f(a: .cancel)", .policy) == "let x = f(a: (m ? .spare : (.cancel)))")
    #expect(try mutated("promise.cancel()", .policy) == "promise.cancel()")
  }

  @Test func `a parameter with a default value is ignored`() throws {
    let parameters = "b c: A? = nil, line: Int = #line, _ d: Void = (), _ e: T.Type = T.self"
    #expect(
      try mutated("func f(\(parameters)) -> Int { a }", .ignore)
        == "func f(\(parameters)) -> Int { let c: A? = m ? nil : c; return a }")
  }

  @Test func `the body of an overload with fewer parameters replaces that of another`() throws {
    let text = "extension A {\n  func f(a: Int) -> Int { a }\n  func f(a: Int, b: Int) -> Int { a + b }\n}"
    #expect(
      try mutated(text, .sibling).contains(
        "func f(a: Int, b: Int) -> Int { if m { return a }; return a + b }"))
  }

  @Test func `mutants of nested code are combined, and lines keep their numbers`() throws {
    let text = "func f() {\n  if a < 1 {\n    b(true)\n  }\n}\n"
    #expect(
      try mutated(text)
        == """
        func f() {
          if (m ? a <= 1 : ((m != (a < (m ? 2 : (1)))))) {
            if !m { b((m != true)) }
          }
        }

        """)
  }

  @Test func `each mutant is selected by its own number`() throws {
    let package = try package("func f() { a(true); b() }")
    #expect(package.mutants.map(\.number) == [0, 1, 2])
    let text = try #require(package.texts { $0.number != 1 }.first?.text)
    #expect(text == "func f() { if !mutant__(0) { a(true) }; if !mutant__(2) { b() } }")
  }

  @Test(arguments: [
    ("let a = 1  // equivalent: No reason.", "equivalent: No reason."),
    ("// equivalent: No reason.\nlet a = 1", "equivalent: No reason."),
    ("let a = 1  // equivalent constant: No reason.", "equivalent: No reason."),
    ("let a = 1  // equivalent drop: No reason.", nil),
    ("let a = 1  // race: Too late.", "race: Too late."),
    ("let a = 1  // An equivalent of one.", nil),
  ])
  func `a comment exempts the mutants of its line`(_ text: String, _ reason: String?) throws {
    #expect(try package(text).mutants.map(\.exemption) == [reason])
  }
}
