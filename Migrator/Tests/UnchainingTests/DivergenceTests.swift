import Testing

@testable import Unchaining

/// Code whose meaning would diverge, and that `Scripts/check-unchain` does not generate.
@Suite struct DivergenceTests {
  @Test(arguments: [
    // An enumeration of errors, the parameter of an error handler, and names that tell.
    ("load().then { v -> Promise<Void> in v == 1 ? Promise(Fail.offline) : Promise(()) }", "throw Fail.offline"),
    ("load().recover { e in Promise(e) }.then { _ in () }", "throw e"),
    ("load().then { v -> Promise<Void> in Promise(Fail.status(v)) }", "throw Fail.status(v)"),
    ("load().then { v -> Promise<Void> in Promise(ShopError.missing) }", "throw ShopError.missing"),
    ("load().then { v -> Promise<Void> in Promise(Odd()) }", "throw Odd()"),
    ("load().then { v -> Promise<Item> in Promise(Item(id: v)) }.then { _ in () }", "Item(id: v)"),
    ("load().then { v in Promise(v) }.then { _ in () }", "_ = v"),
  ]) func `the argument of a promise of google promises is a value or an error`(_ chain: String, _ expected: String)
    throws
  {
    let known =
      "enum Fail: Error { case offline, status(Int) }\nstruct Item { let id: Int }\nstruct Odd {}\nextension Odd: Error {}\n"
    let imports = "@_spi(GooglePromises) import GooglePromisesVocabulary\n"
    let result = try Unchained(imports + known + "func f() -> Promise<Void> {\n  \(chain)\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(result.text.contains(expected), "\(result.text)")
    #expect(!result.text.contains("_ = Fail") && !result.text.contains("return Fail"))
  }

  @Test(arguments: ["Promise(Unknown.offline)", "Promise(other)", "Promise<Any>(Fail.offline)"])
  func `a promise of google promises is left where nothing tells`(_ promise: String) throws {
    let imports = "@_spi(GooglePromises) import GooglePromisesVocabulary\nenum Fail: Error { case offline }\n"
    let function = "func f() -> Promise<Any> { load().then { v -> Promise<Any> in \(promise) } }\n"
    #expect(try Unchained(imports + function).reasons == ["google-then"])
  }

  /// `get()` would be that of the value of the async form.
  @Test(arguments: [
    (
      "func load() -> Promise<Result<Int, E>> { src().map { x -> Result<Int, E> in .success(x) } }",
      "as Promise<Result<Int, E>>"
    ),
    (
      "typealias Outcome = Result<Int, E>\nfunc load() -> Promise<Outcome> { src().map { x -> Outcome in .success(x) } }",
      "as Promise<Outcome>"
    ),
    (
      "struct Box { func get() -> Int { 1 } }\nfunc load() -> Promise<Box> { src().map { x -> Box in Box() } }",
      "as Promise<Box>"
    ),
  ]) func `a value with its own get is awaited as that of a promise`(_ load: String, _ expected: String) throws {
    let parts = load.split(separator: "\n").map(String.init)
    let declarations = parts.dropLast().map { $0 + "\n" }.joined()
    let service = "final class Service {\n  \(parts.last!)\n}\n"
    let result = try Unchained(
      declarations + service + "func f() -> Promise<String> { service.load().map { \"\\($0)\" } }\n")
    #expect(result.reasons == [])
    #expect(result.text.contains("(service.load() \(expected)).get()"), "\(result.text)")
  }

  @Test func `a function whose result has its own get is not called by its name`() throws {
    let result = try Unchained(
      """
      func res(_ x: Int) -> Promise<Result<Int, E>> { src().map { y -> Result<Int, E> in .success(y) } }
      func f() -> Promise<Int> { src().then(res).map { parse($0) } }
      """)
    #expect(result.reasons == ["async-form-preferred"])
  }

  @Test(
    arguments: [
      // A constant that is a function, and a promise that is kept.
      ("let f = conv\n  return load().map { f($0) }", "async-form-preferred"),
      ("let f: (Int) -> Promise<Int> = conv\n  return load().map { f($0) }", nil),
      ("let p = service.conv(1)\n  return load().map { $0 }", "async-form-preferred"),
      ("let p: Promise<Int> = service.conv(1)\n  return load().map { $0 }", nil),
      // A property hides the function.
      ("return reload().map { $0 }", nil),
      ("if x { return load().map { $0 } }\n  return pending!", "stored-promise"),
      ("if x { return load().map { $0 } }\n  return (pending)", "stored-promise"),
      ("if x { return load().map { $0 } }\n  return pending as Promise<Int>", "stored-promise"),
      ("return x ? pending : load().map { $0 }", "stored-promise"),
      ("return load().map { Thread.sleep(forTimeInterval: 1); return $0 }", "blocking"),
      ("return load().map { queue.sync { }; return $0 }", "blocking"),
      ("return load().map { lock.lock(); return $0 }", "blocking"),
      ("return load().map { condition.wait(until: date); return $0 }", "blocking"),
      ("return load().map { queue.sync(); return $0 }", nil),
    ] as [(String, String?)]) func `what another meaning would get is left`(_ body: String, _ reason: String?) throws
  {
    let source = """
      func conv(_ x: Int) -> Promise<Int> { src(x).map { $0 + 1 } }
      func reload() -> Promise<Int> { src(1).map { $0 + 1 } }
      struct S {
        var reload: () -> Promise<Int>
        func f(x: Bool) -> Promise<Int> {
          \(body.replacing("; ", with: "\n      ").replacing("\n  ", with: "\n    "))
        }
      }

      """
    let result = try Unchained(source)
    #expect(result.reasons == [reason].compactMap { $0 }, "\(result.remarks)\n\(result.text)")
    if body.contains("reload") { #expect(result.text.contains("try await reload().get()")) }
  }

  @Test(arguments: [
    ("list(1).done { (_: String) in show() }", "let _: String = try await list(1).get()"),
    (
      "load().then { x -> Promise<String> in list(x) }.done { _ in show() }",
      "let _: String = try await list(load).get()"
    ),
    ("firstly { () -> Promise<String> in list(1) }.done { _ in show() }", "let _: String = try await list(1).get()"),
    ("known().done { (_: Int) in show() }", "  try await known().get()"),
  ]) func `the type of an unused value decides what is called`(_ chain: String, _ expected: String) throws {
    let known = "func known() -> Promise<Int> { src() }\n"
    let result = try Unchained(known + "func f() -> Promise<Void> {\n  \(chain)\n}\n")
    #expect(result.reasons == [], "\(result.remarks)")
    #expect(
      result.text.contains(expected) || result.text.contains(expected.replacing("load", with: "x")), "\(result.text)")
  }

  @Test(
    arguments: [
      (
        "load().done { (x: Int) in seal.fulfill(x) }.catch(seal.reject)",
        "let x: Int = try await load().get()\n  return x"
      ),
      ("load().done { x in seal.fulfill(x) }.catch(seal.reject)", "return try await load().get()"),
      ("load().map { (x: Int) -> Int? in num() }.done(seal.fulfill).catch(seal.reject)", "return num()"),
      ("load().map { (x: Int) -> Int in num() }.done(seal.fulfill).catch(seal.reject)", nil),
    ] as [(String, String?)]) func `a resolver converts a value of another type`(_ chain: String, _ expected: String?)
    throws
  {
    let result = try Unchained("func f() -> Promise<Int?> {\n  Promise { seal in \(chain) }\n}\n")
    guard let expected else { return #expect(result.reasons == ["wrapped-chain"], "\(result.text)") }
    #expect(result.text.contains(expected), "\(result.text)")
  }

  @Test func `an async form is not the witness of a requirement that has a default`() throws {
    let result = try Unchained(
      """
      protocol Loader { func load() async throws -> Int }
      extension Loader { func load() async throws -> Int { 0 } }
      struct S: Loader { func load() -> Promise<Int> { src().map { $0 } } }
      """)
    #expect(result.reasons == ["name-conflict"])
  }

  @Test func `an extension that is not isolated is not that of its type`() throws {
    let source =
      "@MainActor class V {}\nnonisolated extension V {\n  func f() -> Promise<Int> { src().map { parse($0) } }\n}\n"
    #expect(try Unchained(source, UnchainOptions()).text.contains("@MainActor func f() async throws"))
  }

  @Test(arguments: [
    ("enum A { @MainActor final class Model {} }\nenum B { final class Model {", ["queue"]),
    ("enum A { actor Model {} }\nenum B { final class Model {", ["queue"]),
    ("enum A { final class Model {} }\nenum B { @MainActor final class Model {", []),
    ("enum A { final class Model {} }\nenum B { final class Model {", []),
  ]) func `a type is not isolated because another one of its name is`(_ types: String, _ reasons: [String]) throws {
    let result = try Unchained(
      types + "\n  func f() -> Promise<Int> { src().map { parse($0) } }\n} }\n", UnchainOptions())
    #expect(result.reasons == reasons, "\(result.text)")
  }

  @Test func `a function that calls of an async function would prefer is left`() throws {
    let result = try Unchained(
      """
      func twin(_ x: Int, log: Bool = true) async throws -> Int { x }
      func twin(_ x: Int) -> Promise<Int> { src().map { $0 + x } }
      """)
    #expect(result.reasons == ["name-conflict"])
  }
}
