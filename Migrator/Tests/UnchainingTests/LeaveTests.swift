import SourceEditing
import Testing

@testable import Unchaining

@Suite struct LeaveTests {
  /// Bodies of `func f(x: Int) -> Promise<Int>`, the reason to leave each, and the line and column that is named.
  @Test(arguments: [
    ("load().map { [weak self] in self!.a($0) }", "weak-capture", 2, 17),
    ("load().map { [unowned self] in self.a($0) }", "weak-capture", 2, 17),
    ("load().map { [x] in x }", "capture-list", 2, 17),
    ("load().map { if $0 == 1 { return 1 }; return 2 }.map { $0 }", "early-return", 2, 14),
    ("load().map { if $0 == 1 { 1 } else { 2 } }", "early-return", 2, 16),
    ("load().map(parse)", "function-reference", 2, 14),
    ("load().timeout(seconds: 1).map { $0 }", "operator", 2, 10),
    ("load().map(flags: .barrier) { $0 }", "operator", 2, 10),
    ("race(a(), b()).map { $0 }", "raced", 2, 3),
    ("task.cancel()\n  return load().map { $0 }", "canceled", 2, 3),
    ("load().done { a($0) }.cauterize()\n  return load().map { $0 }", "other-chain", 2, 3),
    ("if let running { return running }\n  return load().map { $0 }", "stored-promise", 2, 27),
    ("if x == 1 { return self.cache[x] }\n  return load().map { $0 }", "stored-promise", 2, 22),
    ("load().ensure { stop() }.map { $0.count }", "unknown-type", 2, 10),
    ("load().map { .init($0) }.map { $0 }", "unknown-type", 2, 16),
    ("load().map { [] }.map { $0.count }", "unknown-type", 2, 16),
    ("load().compactMap { find($0) }.map { $0 }", "unknown-type", 2, 21),
    ("let a = 1\n  return load().map { let a = $0; return a }.map { $0 + a }", "name-conflict", 3, 21),
    ("load().recover { print($0, error); return Promise.value(1) }", "name-conflict", 2, 18),
    ("wrap { g(); f($0) }.map { $0 }", "unknown-type", 2, 3),
    ("Promise { seal in g(); f(seal) }.map { $0 }", "unknown-type", 2, 3),
    ("#if DEBUG\n  print(x)\n  #endif\n  return load().map { $0 }", "conditional-compilation", 2, 3),
    ("defer { stop() }\n  return load().map { $0 }", "defer", 2, 3),
    ("load().then { x in defer { stop() }; return next(x) }", "defer", 2, 22),
    ("load().map(/* why */{ $0 })", "comment", 1, 32),
    ("Promise(x).map { $0 }", "google-then", 2, 3),
    ("cache ?? load().map { $0 + 1 }", "unexpected-syntax", 2, 3),
    ("if x > 0 { load().done { a($0) } } else { other() }", "unexpected-syntax", 1, 32),
    ("return switch x { case 1: load().then { a($0) }; default: other() }", "unexpected-syntax", 2, 10),
    ("load().map { $0 }.catch(only: Failure.bad) { _ in }", "operator", 2, 21),
    // The error of a promise that is returned inside of `do` is not caught there.
    ("do { try check(); return load().map { $0 } } catch { log(error); return .value(-1) }", "caught", 2, 21),
    ("do {\n    return load().map { $0 }\n  } catch {\n    return .value(1)\n  }", "caught", 3, 5),
    ("for y in all {\n    do { return load(y).map { $0 } } catch { continue }\n  }\n  return other()", "caught", 3, 10),
    (
      "do {\n    if x > 1 { return .init(error: bad) }\n    return a()\n  } catch { return load().map { $0 } }",
      "caught", 3, 16
    ),
    (
      "load().then { y -> Promise<Int> in do { try check(y); return next(y) } catch { return .value(1) } }", "caught",
      2, 57
    ),
    ("do { do { return load().map { $0 } } } catch { return .value(1) }", "caught", 2, 13),
    (
      "do { do { try check() } catch { return load().map { $0 } }; return .value(1) } catch { return .value(1) }",
      "caught", 2, 35
    ),
    (
      "load().recover { e -> Promise<Int> in do { try check(e); return next() } catch { return .value(1) } }", "caught",
      2, 60
    ),
  ]) func `a chain that might change is left`(_ body: String, _ reason: String, _ line: Int, _ column: Int) throws {
    let source = "func f(x: Int) -> Promise<Int> {\n  \(body)\n}\n"
    let result = try Unchained(source)
    #expect(result.reasons == [reason], "\(result.remarks)\n\(result.text)")
    #expect(result.text == source)
    #expect(result.count == 0)
    let remark = try #require(result.remarks.first)
    #expect((remark.line, remark.column) == (line, column), "\(remark)")
    #expect(remark.message.hasPrefix("f(x:): "))
    #expect(remark.message.hasSuffix("."))
  }

  @Test(arguments: [
    ("func f(x: inout Int) -> Promise<Int> { load().map { $0 } }", "inout"),
    ("func f(x: Int...) -> Promise<Int> { load().map { $0 } }", "variadic"),
    ("func f(x: () -> Int) -> Promise<Int> { load().map { $0 } }", "nonescaping-closure"),
    ("func f<each T>(x: repeat each T) -> Promise<Int> { load().map { $0 } }", "parameter-pack"),
    ("func f() throws -> Promise<Int> { load().map { $0 } }", "throwing"),
    ("struct S {\n  mutating func f() -> Promise<Int> { load().map { $0 } }\n}", "mutating"),
    ("class C: B {\n  override func f() -> Promise<Int> { load().map { $0 } }\n}", "override"),
    ("func g() {\n  func f() -> Promise<Int> { load().map { $0 } }\n}", "local-function"),
    ("func f() async throws -> Int { 1 }\nfunc f() -> Promise<Int> { load().map { $0 } }", "async-form-exists"),
    ("func f() -> Int { 1 }\nfunc f() -> Promise<Int> { load().map { $0 } }", "name-conflict"),
    (
      "class C { func f(x: Int) {} }\nextension C { func f(x: Int) -> Promise<Int> { load().map { $0 } } }",
      "name-conflict"
    ),
  ]) func `a declaration without an async counterpart is left`(_ source: String, _ reason: String) throws {
    let result = try Unchained(source)
    #expect(result.reasons == [reason], "\(result.remarks)")
    #expect(result.text == source)
  }

  @Test(arguments: [
    "func f() -> Promise<Int> { load() }", "func f() -> Promise<Int> { Promise { seal in seal.fulfill(1) } }",
    "func f() -> Promise<Int> { .value(1) }", "func f() -> Int { [1].map { $0 }[0] }",
    "protocol P { func f() -> Promise<Int> }", "func f() -> [Promise<Int>] { items.map { load($0) } }",
    "func f() -> Promise<Int> { Promise { try await self.f() } }",
    "func f() { load().done { show($0) }.catch { show($0) } }", "var f: Promise<Int> { .value(1) }",
  ]) func `a function that returns no chain is ignored`(_ source: String) throws {
    let result = try Unchained(source)
    #expect(result.remarks.isEmpty)
    #expect(result.text == source)
  }

  @Test func `a property is left`() throws {
    let source = "struct S {\n  var name: Promise<Int> { load().then { next($0) } }\n}\n"
    let result = try Unchained(source)
    #expect(result.text == source)
    #expect(result.reasons == ["property"])
    #expect(
      result.remarks.first?.message
        == "name is a property, which cannot have an async form of the same name. Make it a function.")
  }

  @Test(arguments: ["PromiseKit", "Promises"]) func `a file of another library is left`(_ module: String) throws {
    let source = "import \(module)\nfunc f() -> Promise<Int> { load().map { $0 } }\n"
    let result = try Unchained(source)
    #expect(result.text == source)
    #expect(result.reasons == ["other-library"])
  }

  @Test func `a chain that settles another promise is left`() throws {
    let source = """
      func f() -> Promise<Int> {
        let (promise, seal) = Promise<Int>.pending()
        load().done { seal.fulfill($0) }.catch { seal.reject($0) }
        return promise
      }

      """
    let result = try Unchained(source)
    #expect(result.text == source)
    #expect(result.reasons == ["other-chain"])
  }
}
