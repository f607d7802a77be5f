import Adopting
import Foundation
import Testing

struct NameTests {
  private func body(_ text: String, next others: [String: String] = [:]) throws -> String {
    let head = "@_spi(PromiseKit) import PromiseKitVocabulary\n"
    return String(try adopt("import PromiseKit\n\(text)", next: others).text.dropFirst(head.count))
  }

  @Test(arguments: [
    ("let p: PromiseKit.Promise<Int>", "let p: PromiseCore.Promise<Int>"),
    ("PromiseKit.conf.Q.map = nil", "PromiseKitVocabulary.conf.Q.map = nil"),
    ("let r: PromiseKit.Result<[Result<Int>]>", "let r: Result<[Result<Int, any Error>], any Error>"),
    ("let r = PromiseKit.Result<Int>.fulfilled(1)", "let r = Result<Int, any Error>.fulfilled(1)"),
    ("let r: Result<Int, Error>", "let r: Result<Int, Error>"),
    ("extension PromiseKit.Result {}", "extension Result where Failure == any Error {}"),
    (
      "extension PromiseKit.Result where T == Int { func f(_ t: T) {} }",
      "extension Result where Failure == any Error, Success == Int { func f(_ t: Success) {} }"
    ),
    ("extension Result where Failure == MyError {}", "extension Result where Failure == MyError {}"),
    ("// PromiseKit.Promise", "// PromiseKit.Promise"),
    (
      "let s = \"PromiseKit.Promise \\(PromiseKit.conf)\"",
      "let s = \"PromiseKit.Promise \\(PromiseKitVocabulary.conf)\""
    ),
    ("let x = extras.PromiseKit.y", "let x = extras.PromiseKit.y"),
    ("extension Promise where T == Int {}", "extension Promise where Value == Int {}"),
    ("extension Promise { func f<T>(_ t: T) {} }", "extension Promise { func f<T>(_ t: T) {} }"),
    ("func f<U: Thenable>(_ u: U) -> U.T { g() }", "func f<U: Thenable>(_ u: U) -> U.Value { g() }"),
    ("public func f(_ e: PMKError) {}", "public func f(_ e: PromiseError) {}"),
    ("func f(_ e: PMKError) {}", "func f(_ e: PMKError) {}"),
    ("public func f() { g(PMKError.badInput) }", "public func f() { g(PMKError.badInput) }"),
  ])
  func `names are changed`(before: String, after: String) throws {
    #expect(try body(before) == after)
  }

  @Test(arguments: [
    ("func f(_ u: some Thenable<Int>) { u.map { $0 }.done { g($0) } }", "u.promise.map { $0 }.done"),
    ("func f<U: Thenable>(of u: U) { u.done { g() } }", "u.promise.done"),
    ("func f<U: Sendable & PromiseKit.Thenable>(u: U) { u.firstValue.done { g() } }", "u.promise.firstValue.done"),
    ("func f<U>(u: U) where U: CatchMixin { u\n.catch { g($0) } }", "u\n.promise.catch"),
    ("struct S { init(_ u: any Thenable) { g { u.then { h() } } } }", "u.promise.then"),
    ("extension Thenable { func f() { map { $0 } } }", "{ promise.map {"),
    ("extension Thenable { var f: Promise<T> { self.get { g() } } }", "{ self.promise.get {"),
    ("extension CatchMixin { func f() { return recover { g($0) } } }", "return promise.recover {"),
  ])
  func `promise is written before an operator on any thenable`(before: String, part: String) throws {
    let after = try body(before)
    #expect(after.contains(part), "\(after)")
    #expect(after.components(separatedBy: "promise.").count == 2)
  }

  @Test(arguments: [
    "func f(_ u: Promise<Int>) { u.map { $0 } }", "func f(_ u: some Sequence) { u.map { $0 } }",
    "func f<U: Thenable>(_ us: [U]) { us.map { $0 } }", "extension Promise { func f() { map { $0 } } }",
    "extension Thenable { func map() {}; func f() { map() } }", "func f<U: Thenable>(_ u: U) { u.pipe { g($0) } }",
    "func f<U: Thenable>(_ u: U) { x.u.map { $0 } }", "extension Thenable { func f(_ a: [Int]) { a.map { $0 } } }",
  ])
  func `other calls are left as they are`(code: String) throws {
    #expect(try body(code) == code)
  }

  @Test(arguments: [
    ("if case .fulfilled(let v) = r {}", "if case .success(let v) = r {}"),
    ("if case let .rejected(e)? = r {}", "if case let .failure(e)? = r {}"),
    ("guard case .some(.fulfilled) = r else { fatalError() }", "guard case .some(.success) = r else { fatalError() }"),
    ("for case .fulfilled(let v) in rs {}", "for case .success(let v) in rs {}"),
    (
      "switch (a, b) { case let (.fulfilled(x), .rejected(y)): f(x, y); default: break }",
      "switch (a, b) { case let (.success(x), .failure(y)): f(x, y); default: break }"
    ),
    ("switch s { case .fulfilled: a(); case .pending: b() }", "switch s { case .fulfilled: a(); case .pending: b() }"),
    (
      "switch s { case .rejected(code: let c): f(c); default: b() }",
      "switch s { case .rejected(code: let c): f(c); default: b() }"
    ),
    ("seal.resolve(.fulfilled(1))", "seal.resolve(.fulfilled(1))"),
    ("if case .disconnected(reason: .rejected) = s {}", "if case .disconnected(reason: .rejected) = s {}"),
  ])
  func `the patterns of results are changed`(before: String, after: String) throws {
    #expect(try body(before) == after)
  }

  @Test func `a nested pattern is left`() throws {
    #expect(try adopt("import PromiseKit\nif case .settled(.rejected) = s {}").reasons == ["nested-pattern"])
  }

  @Test func `patterns that may be those of an enumeration of the project are left`() throws {
    let others = ["State.swift": "enum State { case pending, fulfilled, rejected }"]
    let unclear = "let s: State = f()\nif case .fulfilled = s {}"
    #expect(try adopt("import PromiseKit\n\(unclear)", next: others).reasons == ["own-outcome"])
    #expect(try body(unclear, next: others) == unclear)
    // The file does not mention the enumeration.
    #expect(try body("if case .fulfilled = r {}", next: others) == "if case .success = r {}")
    // The enumeration has a third case.
    let both = "let s: State = f()\nswitch r { case .fulfilled: a(); case .rejected: b() }"
    #expect(try body(both, next: others).contains(".success: a(); case .failure: b()"))
  }

  @Test func `a type named Result in another file is reported once`() throws {
    let own = ["Own.swift": "typealias Result<Success> = Swift.Result<Success, Error>\n"]
    let source = "import PromiseKit\nfunc f() -> Guarantee<[Result<Void>]> { g() }\nlet r: Result<Int>?\n"
    let adopted = try adopt(source, next: own)
    #expect(adopted.reasons == ["own-result"])
    #expect(adopted.text.contains("Guarantee<[Result<Void>]>"))
    #expect(try adopt(source).reasons == [])
  }

  @Test(arguments: [
    ("public func f() -> PMKFinalizer { g() }", "spi-in-interface"),
    ("view.animate(.promise, duration: 1) {}", "sdk-additions"),
    ("p.cancellableThen { q }", "cancellable-promise"),
    ("final class Mine: Thenable { typealias T = Int }", "own-thenable"),
    ("switch e { case .badInput: a(); case .cancelled: b() }", "switch-over-error"),
    ("typealias R = PromiseKit.Result", "result-without-parameters"),
  ])
  func `what has no counterpart is left`(code: String, reason: String) throws {
    #expect(try adopt("import PromiseKit\n\(code)").reasons == [reason])
  }

  @Test(arguments: [
    ("conf.Q.map = .global()", true), ("conf.Q.return = background", true),
    ("PromiseKit.conf.Q.map = .global(); PromiseKit.conf.Q.`return` = .main", true),
    ("conf.Q = (map: .global(qos: .utility), return: .main)", true), ("conf.Q = (.main, nil)", true),
    ("conf.Q = (map: nil, return: nil)", false), ("conf.Q = (map: .main, return: DispatchQueue.main)", false),
    ("conf.Q.map = q; conf.Q.return = q", false), ("conf.Q = saved", false), ("print(conf.Q.map)", false),
  ]) func `a queue of map alone is left`(_ code: String, _ isLeft: Bool) throws {
    #expect(try adopt("import PromiseKit\n\(code)").reasons == (isLeft ? ["queue-of-map"] : []))
  }

  @Test(arguments: [
    ("p.then { _ in LoadError.missing }", "returned-error"),
    ("p.then { _ -> Int in return NSError(domain: a, code: 1) }", "returned-error"),
    ("let f: Promise<Int>.Then<Int> = g", "function-type"),
    ("extension Promise { var progress: Int { 1 } }", "own-progress"),
    ("switch e { case .timedOut: a(); case .validationFailure: b() }", "switch-over-error"),
  ])
  func `what google promises have in addition is listed`(code: String, reason: String) throws {
    #expect(try adopt("import Promises\n\(code)", from: .googlePromises).reasons == [reason])
  }

  @Test func `names of google promises are changed`() throws {
    let text =
      "import Promises\nlet p: Promises.Promise<Int> = Promises.all([a])[0]\nPromises.waitForPromises(timeout: 1)\n"
    let expected =
      "@_spi(GooglePromises) import GooglePromisesVocabulary\nimport PromiseTesting\nlet p: PromiseCore.Promise<Int> = GooglePromisesVocabulary.all([a])[0]\nPromiseTesting.waitForPromises(timeout: 1)\n"
    #expect(try adopt(text, from: .googlePromises).text == expected)
  }
}
