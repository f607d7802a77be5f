import SourceEditing
import Testing

@testable import Unchaining

@Suite struct StepsTests {
  @Test(arguments: [
    ("return load(x).map { $0 + 1 }", "let value = try await load(x).get()\nreturn value + 1"),
    ("load(x).map(\\.count)", "let value = try await load(x).get()\nreturn value.count"),
    ("load(x).map(\\.self)", "let value = try await load(x).get()\nreturn value"),
    ("load(x).map(parse(text:))", "let value = try await load(x).get()\nreturn parse(text: value)"),
    ("load(x).map(parse(_:))", "let value = try await load(x).get()\nreturn parse(value)"),
    ("load(x).then(self.follow(_:))", "let value = try await load(x).get()\nreturn try await self.follow(value).get()"),
    ("user(x).then { user in next(user) }", "let user = try await user(x).get()\nreturn try await next(user).get()"),
    ("load(x).get { show($0) }", "let value = try await load(x).get()\nshow(value)\nreturn value"),
    ("load(x).get { _ in show() }", "let value = try await load(x).get()\nshow()\nreturn value"),
    (
      "load(x).get { a in show(a) }.map { b in b + 1 }",
      "let a = try await load(x).get()\nshow(a)\nreturn a + 1"
    ),
    (
      "load(x).get(follow(_:)).map { n in n + 1 }",
      "let value = try await load(x).get()\nfollow(value)\nreturn value + 1"
    ),
    ("load(x).map { (n: Int) in n + 1 }", "let n: Int = try await load(x).get()\nreturn n + 1"),
    ("load(x).then { _ in next() }", "try await load(x).get()\nreturn try await next().get()"),
    ("try load(x).map { 1 }", "try await load(x).get()\nreturn 1"),
    ("(load(x)).map { 1 }", "try await load(x).get()\nreturn 1"),
    ("(a ?? b).map { 1 }", "try await (a ?? b).get()\nreturn 1"),
    ("after(seconds: 1).map { 1 }", "await after(seconds: 1).get()\nreturn 1"),
    ("firstly { load(x) }.map { 1 }", "try await load(x).get()\nreturn 1"),
    ("firstly { .value(x) }.map { 1 }", "_ = x\nreturn 1"),
    (
      "load(x).compactMap { Int($0) }",
      "let value = try await load(x).get()\nguard let int = Int(value) as Int? else { throw PromiseError.compactMap(value, Int.self) }\nreturn int"
    ),
  ]) func `a step becomes a statement`(_ chain: String, _ expected: String) throws {
    #expect(try body(of: chain) == expected)
  }

  @Test(arguments: [
    ("load(x).done { show($0) }", "let value = try await load(x).get()\nshow(value)"),
    ("load(x).asVoid()", "try await load(x).get()"),
    ("load(x).map { _ in () }", "try await load(x).get()"),
    (
      "load(x).done { n in if n == 0 { return }; show(n) }",
      "let n = try await load(x).get()\nif n == 0 { return }; show(n)"
    ),
    (
      "load(x).then { n -> Promise<Void> in if n == 0 { return .value }; return save(n) }",
      "let n = try await load(x).get()\nif n == 0 { return }; try await save(n).get()"
    ),
  ]) func `a function without a value returns nothing`(_ chain: String, _ expected: String) throws {
    #expect(try body(of: chain, value: "Void") == expected)
  }

  @Test(arguments: [
    ("load(x).ensure { stop() }", "defer { stop() }\nreturn try await load(x).get()"),
    ("load(x).always { stop() }", "defer { stop() }\nreturn try await load(x).get()"),
    (
      "load(x).catch { show($0) }",
      "do {\n  return try await load(x).get()\n} catch let error where !error.isCancelled {\n  show(error)\n  throw error\n}"
    ),
    (
      "load(x).catch(policy: .allErrors) { e in show(e) }",
      "do {\n  return try await load(x).get()\n} catch let e {\n  show(e)\n  throw e\n}"
    ),
    (
      "load(x).recover(only: LoadError.self) { _ in Promise.value(1) }",
      "do {\n  return try await load(x).get()\n} catch let error as LoadError {\n  return 1\n}"
    ),
    ("load(x).tap { show($0) }", "let result = await load(x).getResult()\nshow(result)\nreturn try result.get()"),
  ]) func `an operator that sees errors becomes a block`(_ chain: String, _ expected: String) throws {
    #expect(try body(of: chain) == expected)
  }

  @Test func `an early return of a rejected promise throws`() throws {
    let text = try body(of: "guard x > 0 else { return Promise(error: Failure.bad) }\n  return load(x).map { $0 }")
    #expect(text == "guard x > 0 else { throw Failure.bad }\nlet value = try await load(x).get()\nreturn value")
  }

  @Test func `an early return of several statements gets lines of its own`() throws {
    let text = try body(of: "if x > 0 { return load(x).map { $0 + 1 } }\n  return load(0).map { $0 }")
    #expect(
      text == """
        if x > 0 {
          let value = try await load(x).get()
          return value + 1
        }
        let value2 = try await load(0).get()
        return value2
        """)
  }

  @Test func `a body on one line is rewritten with and without return`() throws {
    for body in ["load().map { $0 + 2 }", "return load().map { $0 + 2 }"] {
      let result = try Unchained("func f() -> Promise<Int> { \(body) }\n")
      #expect(result.text.contains("  let value = try await load().get()\n    return value + 2\n}"), "\(result.text)")
      #expect(result.count == 1)
    }
  }

  @Test(arguments: ["x > 0 ? load(x).map { $0 + 1 } : load(0)", "(x > 0 ? load(x).map { $0 + 1 } : load(0))"])
  func `a chain after a condition becomes a branch`(_ chain: String) throws {
    #expect(
      try body(of: chain)
        == """
        if x > 0 {
          let value = try await load(x).get()
          return value + 1
        } else {
          return try await load(0).get()
        }
        """)
    #expect(try body(of: "x > 0 ? load(x) : load(0).map { $0 + 1 }").contains("return value + 1\n}"))
  }

  @Test func `functions with async forms are called without get`() throws {
    let result = try Unchained(
      """
      func load(_ x: Int) async throws -> Int { x }
      func load(_ x: Int) -> Promise<Int> { Promise { try await load(x) } }
      func both() -> Promise<Int> { when(fulfilled: load(1), load(2)).map { $0 + $1 } }
      func one() -> Promise<Int> { load(1).map { $0 + 1 } }
      """)
    #expect(result.text.contains("async let pendingLoad = load(1)") == false)
    #expect(result.text.contains("async let pendingValue = load(1)\n"))
    #expect(result.text.contains("let (value, value2) = try await (pendingValue, pendingValue2)"))
    #expect(result.text.contains("let value = try await load(1)\n"))
  }

  @Test func `a variable that replaces a parameter keeps its name`() throws {
    let text = try body(of: "load(x).map { user -> Int in show(user); var user = user; user.age = 1; return user.age }")
    #expect(
      text
        == "let user2 = try await load(x).get()\nshow(user2); var user = user2; user.age = 1; return user.age")
  }

  @Test func `the label of a function is looked up`() throws {
    let result = try Unchained(
      """
      func parse(text: String) throws -> Int { 1 }
      struct S {
        func next(_ n: Int) -> Promise<Int> { later(n) }
        func f() -> Promise<Int> { load().map(parse).then(next) }
        func g() -> Promise<Int> { load().map(unknown) }
      }
      """, UnchainOptions(isolation: .anywhere))
    #expect(
      result.text.contains("let value2 = try parse(text: value)\n    return try await next(value2).get()"),
      "\(result.text)")
    #expect(result.reasons == ["function-reference"])
  }

  @Test(arguments: [
    "wrap { f($0) }", "wrap { handler in f(x, completion: handler) }", "Promise { resolver in f(resolver.resolve) }",
    "Promise { sdk.f(completion: $0.fulfill) }",
  ])
  func `the function that gets the handler determines the type of the value`(head: String) throws {
    #expect(
      try body(of: "\(head).map { $0 + 1 }") == "let value = try await \(head).get()\nreturn value + 1")
  }

  @Test func `a promise of unknown type gets the type that is written next`() throws {
    #expect(
      try body(of: "wrap { f($0) }.map { (n: Int) in n + 1 }")
        == "let n: Int = try await wrap { f($0) }.get()\nreturn n + 1")
  }

  @Test func `a call that would become that of an async form is left`() throws {
    let result = try Unchained(
      """
      func save() -> Promise<Void> { load().then { store($0) } }
      func f() -> Promise<Int> { load().map { n in _ = save(); return n } }
      func g() -> Promise<Int> { load().map { n in let p: Promise<Void> = save(); return n } }
      """)
    #expect(result.reasons == ["async-form-preferred"])
    #expect(result.remarks.first?.message.contains("Write the type of the value: save() as Promise<…>.") == true)
    #expect(result.count == 2)
  }

  @Test func `cancellation is forwarded on request`() throws {
    let options = UnchainOptions(isolation: .anywhere, forwardsCancellation: true)
    let result = try Unchained("func f() -> Promise<Int> { load().map { $0 } }", options)
    #expect(result.text.contains("try await load().get(cancellation: .forward)"))
  }

  @Test func `only the named functions are rewritten`() throws {
    let source = "func f() -> Promise<Int> { load().map { $0 } }\nfunc g() -> Promise<Int> { load().map { $0 } }\n"
    let result = try Unchained(source, UnchainOptions(functions: ["g"]))
    #expect(result.count == 1)
    #expect(result.text.contains("func g() async throws -> Int"))
    #expect(!result.text.contains("func f() async"))
  }
}
