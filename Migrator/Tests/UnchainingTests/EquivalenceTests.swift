import Testing

@testable import Unchaining

/// Chains of the kinds that `Scripts/check-unchain` generates: what they become does the same.
@Suite struct EquivalenceTests {
  @Test(arguments: [
    // Steps without a value end a path.
    ("if x < 3 { return load(x).map { _ in } }\n  return save(x)", "    try await load(x).get()\n    return\n"),
    (
      "if x < 3 { return load(x).map { show($0); stop() } }\n  return save(x)",
      "    show(load)\n    stop()\n    return\n"
    ),
  ]) func `a function without a value returns where it did`(_ body: String, _ expected: String) throws {
    let source = "func f(x: Int) -> Promise<Void> {\n  \(body)\n}\n".replacing(
      "show($0); stop()", with: "\n    show($0)\n    stop()\n  ")
    let result = try Unchained(source)
    #expect(result.reasons == [])
    #expect(result.text.contains(expected.replacing("show(load)", with: "show(value)")), "\(result.text)")
  }

  @Test(
    arguments: [
      ("load(x).then { try follow(parse($0)).recover { _ in .value(7) } }", "caught"),
      ("try follow(parse(x)).ensure { stop() }", "caught"), ("try follow(parse(x)).tap { show($0) }", "caught"),
      ("try follow(parse(x)).catch { show($0) }.map { $0 }", "caught"), ("try follow(parse(x)).map { $0 }", nil),
      // `then` takes a guarantee, and `recover` can make one, which handles cancellation as well.
      ("load(x).then { follow($0).recover { _ in .value(7) } }", "unknown-type"),
      ("load(x).then { n -> Promise<Int> in follow(n).recover { _ in .value(7) } }", nil),
      ("follow(x).recover { _ in pause() }.map { (n: Int) in n }", "unknown-type"),
      ("follow(x).recover { _ in try pause() }.map { (n: Int) in n }", nil),
      ("follow(x).recover { _ in pause() }", nil),
      ("load(x).then { n in follow(n).recover { _ -> Promise<Int> in .value(7) } }", nil),
      ("firstly { follow(x).recover { _ in .value(7) } }", nil),
      ("follow(x).recover { _ in .value(7) }.map { (n: Int) in n }", nil),
      ("load(x).catch(only: E.self) { show($0) }.catch { show($0) }", "operator"),
      ("load(x).recover(only: E.self) { _ -> Promise<Int> in .value(1) }", nil),
      // Handlers with an isolation, or that wait.
      ("load(x).map { @MainActor n in parse(n) }", "queue"), ("load(x).map { @Own n in parse(n) }", "queue"),
      ("load(x).map { @Sendable n in parse(n) }", nil), ("load(x).ensure { await stop() }", "operator"),
      // A step that always fails has no value.
      ("Promise<Int>(error: e).map { $0 + 1 }", "unexpected-syntax"),
      ("load(x).map { _ -> Int in throw e }.map { $0 + 1 }", "unexpected-syntax"),
      // What a handler returns is not known.
      ("load(x).recover { _ in other }", "unknown-type"), ("load(x).recover { _ in a ?? b }", "unknown-type"),
      ("load(x).catch { _ in let error = 1; show(error) }", "name-conflict"),
      // A closure sees the names that are declared after it.
      ("repeated { count(x) }.map { n in let count = n; return count }", "name-conflict"),
      ("load(x).map { n in let count = n; return [1].map { $0 + count }.count }", nil),
    ] as [(String, String?)]) func `a chain that would mean something else is left`(_ chain: String, _ reason: String?)
    throws
  {
    let result = try Unchained("func f(x: Int) -> Promise<Int> {\n  \(chain)\n}\n")
    #expect(result.reasons == [reason].compactMap { $0 }, "\(result.remarks)\n\(result.text)")
  }

  @Test(arguments: [
    ("load(x).recover { _ in 3 }", "return 3"), ("load(x).recover { _ in x > 2 }", "return x > 2"),
    ("load(x).recover { _ in x }", "return x"),
    ("load(x).recover { _ in Store.Entry(id: 1) }", "return Store.Entry(id: 1)"),
    ("load(x).recover { _ in [1].map { $0 } }", "return [1].map { $0 }"),
    ("load(x).recover { _ in self.other() }", "return try await self.other().get()"),
    // `!=` binds more strongly than the ternary operator.
    (
      "load(x).compactMap { n -> Bool? in n > 3 ? false : nil }.map { _ in 1 }",
      "guard ((n > 3 ? false : nil) as Bool?) != nil else"
    ),
    (
      "load(x).compactMap { n -> Double? in Double(n) }.map { parse($0) }",
      "guard let double = Double(n) as Double? else"
    ),
    // The error of `compactMap` contains its input.
    ("load(x).get { _ in show() }.compactMap { _ -> Int? in parse(6) }", "PromiseError.compactMap(value2, Int.self)"),
    ("load(x).get { n in show(n) }.get { (m: Int) in show(m) }.map { $0 }", "show(n)\nshow(n)\nreturn n"),
    ("load(x).map(\\.0).map { parse($0) }", "let value2 = value.0\nreturn parse(value2)"),
    // Names that are declared before a block.
    (
      "load(x).catch { _ in stop() }.map { (error: Int) in parse(error) }",
      "let value: Int\ndo {\n  value = try await load(x).get()"
    ),
    (
      "load(x).get { n in show(n) }.catch { _ in stop() }.map { (n: Int) in parse(n) }",
      "let n2: Int\ndo {\n  let n = try await load(x).get()\n  show(n)\n  n2 = n\n"
    ),
    (
      "load(x).recover { input -> Promise<Int> in show(input); return .value(1) }.map { (input: Int) in parse(input) }",
      "let input: Int\ndo {\n  input = try await load(x).get()\n} catch let error where !error.isCancelled {"
    ),
    ("load(1).then { (_: Int) in load(x) }.tap { x in show(x) }", "let x2: Result<"),
    (
      "repeated(2) { repeated(3) { load(x) } }.map { (n: Int) in n }.map { parse($0) }",
      "let n: Int = try await repeated(2)"
    ),
    ("repeated(2) { repeated(3) { load(x) } }.map { $0 }", "let repeatedValue = try await repeated(2)"),
    (
      "load(x).map { n in guard let n = n, n > 1 else { throw E(n) }; return n }",
      "let n2 = try await load(x).get()\nguard let n = n2, n > 1 else { throw E(n2) }\n  return n"
    ),
    (
      "load(x).map { n in guard let n else { throw E(n) }; return n }",
      "guard let n = n2 else { throw E(n2) }\n  return n"
    ),
    // The type decides which function is called.
    ("load(x).map { _ -> String in pick() }.map { _ in 1 }", "let _: String = pick()"),
    ("Promise<Int?>.value(nil).map { _ in 1 }", "let _: Int? = nil"),
  ]) func `the result compiles, and does the same`(_ chain: String, _ expected: String) throws {
    let known = "func load(_ x: Int) -> Promise<Int> { other(x) }\n"
    let result = try Unchained(
      known + "func f(x: Int) -> Promise<Int> {\n  \(chain.replacing("; ", with: "\n    "))\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    let lines = try result.function("func f(x: Int) async").split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.dropFirst().dropLast().map { $0.dropFirst(2) }.joined(separator: "\n")
    #expect(body.contains(expected), "\(body)")
  }

  @Test(arguments: [
    (
      "load(x).then { n -> Promise<Int> in\n    if n > 1 { return follow(n) } else { return .value(2) }\n  }.map { $0 + 1 }",
      "let value: Int\nif n > 1 { value = try await follow(n).get() } else { value = 2 }\nreturn value + 1"
    ),
    (
      "load(x).map { n -> Int in\n    switch n {\n    case 1: return 2\n    default:\n      show(n)\n      return 3\n    }\n  }.map { $0 + 1 }",
      "let value: Int\nswitch n {\ncase 1: value = 2\ndefault:\n  show(n)\n  value = 3\n}\nreturn value + 1"
    ),
    (
      "load(x).then { n -> Promise<Void> in\n    if n > 1 {\n      return save(n)\n    } else if n > 0 {\n      throw e\n    } else {\n      return .value(())\n    }\n  }.map { 1 }",
      "if n > 1 {\n  try await save(n).get()\n} else if n > 0 {\n  throw e\n} else {\n}\nreturn 1"
    ),
    (
      "load(x).then { n -> Promise<Void> in\n    switch n {\n    case 1: return save(n)\n    default: return .value(())\n    }\n  }.map { 1 }",
      "switch n {\ncase 1: try await save(n).get()\ndefault: break\n}\nreturn 1"
    ),
  ]) func `the branches of a handler with a type assign its value`(_ chain: String, _ expected: String) throws {
    let result = try Unchained("func f(x: Int) -> Promise<Int> {\n  \(chain)\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(try result.function("async throws").replacing("\n  ", with: "\n").contains(expected), "\(result.text)")
  }

  @Test(arguments: [
    "load(x).map { n in\n    if n > 1 { return 2 } else { return 3 }\n  }.map { $0 + 1 }",
    "load(x).map { n -> Int in\n    if n > 1 { return 2 }\n    return 3\n  }.map { $0 + 1 }",
    "load(x).map { n -> Int in\n    for i in n { return i }\n    return 3\n  }.map { $0 + 1 }",
  ]) func `a handler that returns before its end is left`(_ chain: String) throws {
    #expect(try Unchained("func f(x: Int) -> Promise<Int> {\n  \(chain)\n}\n").reasons == ["early-return"])
  }

  @Test(arguments: [
    ("load(x).tap { show($0) }", "load(x).getResult(cancellation: .forward)"),
    ("load(x).then(follow)", "follow(load).get(cancellation: .forward)"),
  ]) func `cancellation is forwarded wherever a promise is awaited`(_ chain: String, _ expected: String) throws {
    let known = "func follow(_ n: Int) -> Promise<Int> { other(n) }\n"
    let result = try Unchained(
      known + "func f(x: Int) -> Promise<Int> { \(chain) }\n",
      UnchainOptions(isolation: .anywhere, forwardsCancellation: true))
    #expect(result.text.contains(expected.replacing("follow(load)", with: "follow(value)")), "\(result.text)")
  }

  @Test(arguments: [
    "struct Store {\n  struct Entry {}\n  static func entry() -> Promise<Entry> { other() }\n}\n",
    "struct Store {\n  static func entry<T>(x: T) -> Promise<T> { other() }\n}\n",
    "struct Store<Entry> {\n  static func entry() -> Promise<Entry> { other() }\n}\n",
  ]) func `a type that has its name inside of another type only is not written`(_ store: String) throws {
    let call = store.contains("<T>") ? "entry(x: 1)" : "entry()"
    let result = try Unchained(store + "func f() -> Promise<Int> { Store.\(call).catch { show($0) }.map { $0.id } }\n")
    #expect(result.reasons == ["unknown-type"], "\(result.text)")
  }

  @Test func `a parameter hides a function`() throws {
    let result = try Unchained(
      "func sure(_ x: Int) -> Guarantee<Int> { other(x) }\nfunc f(sure: @escaping (Int) -> Promise<Int>) -> Promise<Int> { sure(1).map { $0 } }\n"
    )
    #expect(result.text.contains("try await sure(1).get()"), "\(result.text)")
  }

  @Test func `a handler that is nested in an actor is left`() throws {
    let result = try Unchained(
      """
      actor A {
        func f() -> Promise<Int> { load().map { parse($0) } }
        func g() -> Promise<Int> { load().recover { _ -> Promise<Int> in load().map { parse($0) } } }
      }
      """)
    #expect(result.reasons == ["queue"], "\(result.text)")
  }
}
