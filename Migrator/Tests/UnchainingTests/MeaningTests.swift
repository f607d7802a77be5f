import SourceEditing
import Testing

@testable import Unchaining

/// Code whose meaning would change if only its text were moved.
@Suite struct MeaningTests {
  @Test(arguments: [
    ("Promise<Double>.value(1).map { show($0) }", "let value: Double = 1\nreturn show(value)"),
    (
      "load(x).then { try Promise.value(parse(text: $0)) }",
      "let value = try await load(x).get()\nreturn try parse(text: value)"
    ),
    (
      "load(x).then { try Promise<Int>(error: make($0)) }",
      "let value = try await load(x).get()\nthrow try make(value)"
    ),
    ("try after(seconds: limit()).map { 1 }", "try await after(seconds: limit()).get()\nreturn 1"),
    (
      "load(x).compactMap { $0.first }",
      "let value = try await load(x).get()\nguard let first = value.first as Int? else { throw PromiseError.compactMap(value, Int.self) }\nreturn first"
    ),
    (
      "firstly { load(x) }  // first\n    .map { $0.count }",
      "let value = try await load(x).get()\n// first\nreturn value.count"
    ),
    (
      "load(x).then { n -> Promise<Int> in\n    switch n {\n    case 1: return load(2).map { $0.count }\n    default: return .value(1)\n    }\n  }",
      "let n = try await load(x).get()\nswitch n {\ncase 1:\n  let value = try await load(2).get()\n  return value.count\ndefault: return 1\n}"
    ),
    (
      "if x == 1 { let user = 1; return load(user).map { user in user.count } }\n  return load(x).map { $0.count }",
      "if x == 1 { let user = 1; return load(user).map { user in user.count } }"
    ),
  ]) func `a value keeps its type, and an expression its effects`(_ chain: String, _ expected: String) throws {
    guard chain.hasPrefix("if") else { return #expect(try body(of: chain) == expected) }
    // Several statements on a line are left.
    let result = try Unchained("func f(x: Int) -> Promise<Int> {\n  \(chain)\n}\n")
    #expect(result.text.contains(expected))
    #expect(result.reasons == ["unexpected-syntax"])
  }

  @Test func `names of nested blocks are different from those of steps`() throws {
    let text = try body(
      of:
        "if x == 1 {\n    let user = 1\n    return load(user).map { user in user.count }\n  }\n  return load(x).map { $0.count }"
    )
    #expect(text.contains("  let user = 1\n  let user2 = try await load(user).get()\n  return user2.count\n"))
  }

  @Test(arguments: [
    "firstly { load(1).recover { _ in load(x) } }",
    "firstly { firstly { load(1).recover { _ in load(x) } } }",
    "firstly { () -> Promise<Int> in\n    if x > 1 { return load(2) } else { return load(x) }\n  }",
    "load(1).then { n in load(n).recover { _ -> Promise<Int> in load(x) } }",
  ]) func `a constant that is declared before a block does not hide a name in the block`(_ promise: String) throws {
    let text = try body(of: "\(promise).map { (x: Int) in x + 1 }")
    #expect(text.contains("let x2: Int\n"), "\(text)")
    #expect(text.hasSuffix("return x2 + 1"), "\(text)")
  }

  @Test(
    arguments: [
      (
        "let a = helper()\n  return load(x).map { n in func helper() -> Int { 1 }; return helper() + n + a }",
        "name-conflict"
      ),
      ("s(\"\"\"\n    abc\n    \"\"\").map { $0.count }", "multiline-string"),
      (
        "load(x).map { error in error.a }.map { error in do { try x() } catch { print(error) }; return error }",
        "name-conflict"
      ),
      ("load(x).map { `in` in `in`.count }.map { `in` in `in`.count }", nil),
      ("load().done { show($0) }.recover { error in unknown(error) }.map { 1 }", "unknown-type"),
    ] as [(String, String?)]) func `what moves keeps its meaning, or is left`(_ chain: String, _ reason: String?) throws
  {
    let source = "func f(x: Int) -> Promise<Int> {\n  \(chain)\n}\n"
    let result = try Unchained(source)
    #expect(result.reasons == [reason].compactMap { $0 }, "\(result.text)")
    #expect((result.text == source) == (reason != nil))
  }

  /// The type around `load() -> Promise<Int>` and `both()`, which calls it, and whether `both` calls the async form.
  @Test(arguments: [
    ("final class C {", false), ("struct C {", false), ("enum C {", false), ("actor C {", false),
    ("private class C {", false), ("class C {", true), ("open class C {", true), ("class C: Base {", true),
    ("struct C {}\nextension C {", false), ("class C {}\nextension C {", false), ("extension UIView {", false),
    // An extension of an unknown type may be that of a protocol.
    ("extension C {", true), ("protocol C {}\nextension C {", false), ("protocol C: Sendable {}\nextension C {", false),
    ("protocol C: Unknown {}\nextension C {", true),
    ("protocol C { func load() -> Promise<Int> }\nextension C {", true),
    ("protocol P { func load() -> Promise<Int> }\nprotocol C: P {}\nextension C {", true),
    ("protocol P { func load() -> Promise<Int> }\nprotocol Q: P {}\nprotocol C: AnyObject, Q {}\nextension C {", true),
    ("protocol P { func load() -> Promise<Int> }\nprotocol C where Self: P {}\nextension C {", true),
    ("protocol C {}\nextension C where Self: P {", true), ("struct C<T> {}\nextension C where T: P {", false),
    ("protocol P { func load(x: Int) -> Promise<Int> }\nprotocol C: P {}\nextension C {", false),
  ]) func `a function that can be replaced elsewhere is called as before`(_ type: String, _ isReplaceable: Bool) throws
  {
    let result = try Unchained(
      """
      \(type)
        func load() -> Promise<Int> { fetch().map { $0 + 1 } }
        func both() -> Promise<Int> { load().map { $0 + 2 } }
      }
      """)
    #expect(result.reasons == [])
    #expect(result.count == 2, "\(result.text)")
    #expect(result.text.contains("try await load().get()\n") == isReplaceable, "\(result.text)")
    #expect(result.text.contains("try await load()\n") == !isReplaceable, "\(result.text)")
  }

  @Test(arguments: [
    ("final func load()", false), ("private func load()", false), ("static func load()", false),
    ("class func load()", true), ("public func load()", true),
  ]) func `the modifiers of a function decide whether it can be replaced`(_ load: String, _ isReplaceable: Bool) throws
  {
    let isStatic = load.hasPrefix("static") || load.hasPrefix("class")
    let result = try Unchained(
      """
      class C {
        \(load) -> Promise<Int> { fetch().map { $0 + 1 } }
        \(isStatic ? "static " : "")func both() -> Promise<Int> { load().map { $0 + 2 } }
      }
      """)
    #expect(result.count == 2, "\(result.remarks)")
    #expect(result.text.contains("try await load().get()\n") == isReplaceable, "\(result.text)")
  }

  @Test(arguments: [
    "func f(completion: @escaping (Int) -> Void) {}", "func f(x: Int) -> Int { x }", "static func f() -> Int { 1 }",
    "var f: Int { 1 }", "func f() -> Promise<String>",
  ]) func `another function of the name does not matter`(_ other: String) throws {
    let result = try Unchained(
      "protocol P { \(other) }\nstruct C {\n  func f() -> Promise<Int> { load().map { $0 } }\n}")
    #expect(result.count == 1, "\(result.remarks)")
    let same =
      "struct C {\n  \(other.contains("Promise") ? "" : other)\n  func f() -> Promise<Int> { load().map { $0 } }\n}"
    #expect(try Unchained(same).count == 1)
  }

  @Test func `a promise of a result is awaited as a promise`() throws {
    let result = try Unchained(
      """
      class C {
        func load() -> Promise<Result<Int, any Error>> { fetch().map { .success($0) } }
        func both() -> Promise<Int> { load().map { try $0.get() } }
      }
      """)
    #expect(
      result.text.contains("try await (load() as Promise<Result<Int, any Error>>).get()\n"), "\(result.text)")
  }

  /// The calls of `when` are evaluated one after another. With `async let`, they are evaluated at the same time.
  @Test(arguments: [
    ("load(1), load(x)", true), ("self.load(x), self.load(.small)", true), ("Self.make(x), Self.make(2)", true),
    ("load(last), load(x)", true), ("load(y), load(-1)", true),
    ("load(n), load(n)", false), ("load(self.n), load(1)", false), ("load(user.age), load(1)", false),
    ("load(total), load(total)", false), ("load(items[0]), load(1)", false), ("load(next()), load(1)", false),
    ("load(c), load(c)", false), ("load(inner), load(1)", false), ("load(y), load(2)", true),
  ]) func `arguments that a call may change are evaluated in order`(_ calls: String, _ areConcurrent: Bool) throws {
    let result = try Unchained(
      """
      final class C {
        var n = 0
        func load(_ x: Int) async throws -> Int { x }
        func load(_ x: Int) -> Promise<Int> { Promise { try await load(x) } }
        static func make(_ x: Int) async throws -> Int { x }
        static func make(_ x: Int) -> Promise<Int> { Promise { try await make(x) } }
        func both(x: Int, user: User) -> Promise<Int> {
          let last = 3
          var total = 1
          total += 1
          guard var c = find() else { return .value(1) }
          c += 1
          do {
            let inner = 1
            show(inner)
          }
          return first().then { y in when(fulfilled: \(calls)) }.map { $0 + $1 }
        }
      }
      """)
    #expect(result.reasons == [])
    #expect(result.text.contains("async let") == areConcurrent, "\(result.text)")
    #expect(areConcurrent || result.text.contains("try await when(fulfilled: \(calls)).get()"), "\(result.text)")
  }

  @Test func `recover without a value runs its handler`() throws {
    let result = try Unchained("func f() -> Guarantee<Void> { load().asVoid().recover { error in print(error) } }")
    #expect(result.text.contains("} catch {\n        print(error)\n    }"), "\(result.text)")
  }

  /// A chain that remains in the async function.
  @Test(arguments: [
    "load(x).then { _ in when(fulfilled: self.c().map { $0.out }, self.c().map { $0.out }) }.map { (a: Int, b: Int) in a + b }",
    "let all = xs.map { self.c().map { $0.out } }\n    return load(x).map { (n: Int) in n + all.count }",
    "load(x).map { (n: Int) in start { self.c().done { show($0) }.cauterize() }; return n }",
  ])
  func `a chain that remains is noted`(chain: String) throws {
    let result = try Unchained(
      "final class A {\n  func c() -> Promise<Output> { fatalError() }\n  func f(x: Int) -> Promise<Int> {\n    \(chain)\n  }\n}\n"
    )
    #expect(result.incompleteCount == 1)
    #expect(result.reasons == ["wrapped-chain"])
  }

  @Test func `map of an optional value is no chain`() throws {
    let result = try Unchained("func f(x: Int) -> Promise<Int> {\n  closure.map({ $0(x) }) ?? returnValue\n}\n")
    #expect(result.reasons == [])
    #expect(result.count == 0)
  }

  @Test func `an override in another class does not matter`() throws {
    let result = try Unchained(
      """
      class Base { func create(at path: Int) -> Promise<Int> { load() } }
      class Sub: Base { override func create(at path: Int) -> Promise<Int> { load() } }
      final class Other { func create(at path: Int) -> Promise<Int> { load(path).map { $0 + 1 } } }
      """)
    #expect(result.reasons == [])
    #expect(result.count == 1)
  }

  @Test(arguments: ["K?", "[K]", "Response<K>"])
  func `a generic type in the type of a value is not known`(_ type: String) throws {
    let generic = "func wrapper<K: Codable>(_ name: String) -> Promise<\(type)> { fatalError() }\n"
    let result = try Unchained(generic + "func f() -> Promise<Credentials> { wrapper(\"a\").map { show($0) } }\n")
    #expect(result.reasons == ["unknown-type"])
  }

  @Test func `the result of recover is the type of the value`() throws {
    let result = try Unchained(
      "func f() -> Promise<Int> { shell.check().recover { error -> Promise<Output> in retry(error) }.map { output in output.count } }\n"
    )
    #expect(result.reasons == [])
    #expect(result.text.contains("let output: Output"))
  }

  @Test(arguments: ["helper.validate(url: x)", "cache.get(x, onMiss: load)"])
  func `functions with labels of their own are no operators`(call: String) throws {
    #expect(
      try body(of: "\(call).then { (n: Int) in follow(n) }")
        == "let n: Int = try await \(call).get()\nreturn try await follow(n).get()")
  }

  @Test func `a function that is left is called with get`() throws {
    let a = """
      class Base {
        func f() -> Promise<Int> { load().then { next($0) } }
        func g() -> Promise<Int> { f().then { next($0) } }
      }
      """
    let sources = [
      try SourceText(a, path: "a.swift"),
      try SourceText("class Sub: Base {\n  override func f() -> Promise<Int> { load() }\n}\n", path: "b.swift"),
    ]
    let rewriter = UnchainRewriter(options: UnchainOptions(isolation: .anywhere))
    let rewriting = rewriter.rewriteAll(sources)[0]
    #expect(rewriting.remarks.map(\.reason) == ["overridden"])
    let text = String(decoding: try sources[0].applying(rewriting.edits), as: UTF8.self)
    #expect(text.contains("let f = try await f().get()"), "\(text)")
  }

  @Test(arguments: ["keep(save())", "let all = [save()]", "print(\"\\(save())\")", "let p = save()"])
  func `a promise that is used otherwise needs a type`(_ statement: String) throws {
    let result = try Unchained(
      """
      func save() -> Promise<Void> { load().then { store($0) } }
      func f() -> Promise<Int> {
        \(statement)
        return load().map { $0.count }
      }
      """)
    #expect(result.reasons == ["async-form-preferred"])
    #expect(result.count == 1)
  }

  @Test func `a parameter hides a function of the same name`() throws {
    let result = try Unchained(
      """
      func fetch(_ n: Int) -> Promise<Int> { load().map { $0.count } }
      func f(fetch: @escaping (Int) -> Promise<Int>) -> Promise<Int> { fetch(1).map { $0.count } }
      """)
    #expect(result.text.contains("let value = try await fetch(1).get()"), "\(result.text)")
  }

  @Test(arguments: [
    ("@MainActor class Base {}\nclass C: Base {", "func f() async throws -> Int {"),
    ("@MainActor protocol P {}\nextension P {", "func f() async throws -> Int {"),
    ("@DataActor final class C {", "func f() async throws -> Int {"),
    ("enum NS { actor A {} }\nextension NS.A {", "func f() async throws -> Int {"),
    ("class C {", "@MainActor func f() async throws -> Int {"),
  ]) func `the isolation of a type is inherited`(_ type: String, _ expected: String) throws {
    let source = "import PromiseConcurrency\n\(type)\n  func f() -> Promise<Int> { load().map { show($0) } }\n}\n"
    let result = try Unchained(source, UnchainOptions())
    #expect(result.text.contains("\n  \(expected)\n"), "\(result.text)")
  }
}
