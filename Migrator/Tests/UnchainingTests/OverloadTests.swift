import Testing

@testable import Unchaining

/// Functions whose async forms would be taken for one another.
@Suite struct OverloadTests {
  /// The declarations, and the reasons for what is left.
  @Test(arguments: [
    // The call means the function of the base class, and would mean the async form itself.
    (
      """
      class Base<E> {}
      extension Base { func fetch(id: Int) -> Guarantee<Int?> { load() } }
      final class Lessons: Base<Int> {
        func fetch(id: Int) -> Promise<Int?> { firstly { () -> Guarantee<Int?> in self.fetch(id: id) } }
      }
      """, ["name-conflict"]
    ),
    (
      """
      final class C {
        func update(_ c: Int) -> Promise<Int> { load(c).map { $0 + 1 } }
        func update(_ c: Int) -> Promise<String> { self.update(c).map(\\.description) }
      }
      """, ["async-form-preferred"]
    ),
    (
      """
      final class C {
        func update(_ c: Int) -> Promise<Int> { load(c).map { $0 + 1 } }
        func update(_ c: Int) -> Promise<String> { load(c).map { "\\($0)" } }
      }
      func f(c: C) -> Promise<Int> { c.update(1).map(\\.count) }
      """, ["async-form-preferred"]
    ),
    (
      """
      final class C {
        func isValid(_ t: String) -> Guarantee<Bool> { isValid(t.count).map { $0 }.recover { _ in .value(false) } }
        private func isValid(_ p: Int) -> Promise<Bool> { load(p).map { $0 > 1 } }
      }
      """, ["async-form-preferred"]
    ),
    // Functions of other names, and calls with a type.
    (
      """
      final class C {
        func update(_ c: Int) -> Promise<Int> { load(c).map { $0 + 1 } }
        func update(_ c: Int) -> Promise<String> { load(c).map { "\\($0)" } }
        func f() -> Promise<Int> { (update(1) as Promise<String>).map { $0.count } }
        func g() -> Promise<Int> { update(c: 1).map { $0 } }
        func h() -> Promise<Int> { update(1).map { (value: String) in value.count } }
      }
      """, []
    ),
  ]) func `a call that the context decides is left`(_ source: String, _ reasons: [String]) throws {
    let result = try Unchained(source + "\n")
    #expect(result.reasons == reasons, "\(result.remarks)\n\(result.text)")
  }

  @Test func `a function that hides another one of its base class is left`() throws {
    let result = try Unchained(
      """
      class Base {}
      extension Base { func all() -> Guarantee<[Int]> { load().map { [$0] } } }
      final class Derived: Base { func all() -> Promise<[String]> { load().map { ["\\($0)"] } } }
      """)
    #expect(result.reasons == ["name-conflict"])
    #expect(result.count == 1)
  }

  @Test(
    arguments: [
      ("load().map { try other($0).wait() }", "blocking"), ("load().map { semaphore.wait(); return $0 }", "blocking"),
      ("load().map { semaphore.wait(timeout: .now()) }", "blocking"), ("load().map { $0.wait(for: 1) }", nil),
      ("load().map { x in queue.async { semaphore.wait() }; return x }", nil),
    ] as [(String, String?)]) func `a handler that blocks its thread is left`(_ chain: String, _ reason: String?) throws
  {
    #expect(try Unchained("func f() -> Promise<Int> { \(chain) }\n").reasons == [reason].compactMap { $0 })
  }

  @Test(arguments: [
    (#"load().map(\.?.name)"#, "return value?.name"), (#"load().map(\.[0])"#, "return value[0]"),
    (#"load().map(\.!.name)"#, "return value!.name"), (#"load().map(\.a?.b)"#, "return value.a?.b"),
  ]) func `a key path becomes an expression`(_ chain: String, _ expected: String) throws {
    #expect(try body(of: chain).contains(expected))
  }

  @Test func `the type of a member that the context tells is written`() throws {
    #expect(
      try body(of: "load(x).recover { _ -> Promise<Int> in .custom(2) }").contains("Promise<Int>.custom(2).get()"))
    #expect(try Unchained("func f() -> Promise<Int> { .custom(1).map { $0 } }\n").reasons == ["unknown-type"])
    #expect(
      try body(of: ".init { seal in load().done(seal.fulfill).catch(seal.reject) }") == "return try await load().get()")
  }

  @Test func `the values of mapped promises have a type where PromiseKit's forms are visible`() throws {
    let imports = "@_spi(PromiseKit) import PromiseKitVocabulary\n"
    let function = "func f() -> Promise<Int> { when(fulfilled: items.map { i in load(i) }).map { $0.count } }\n"
    #expect(try Unchained(imports + function).reasons == ["unknown-type"])
    #expect(try Unchained(function).reasons == [])
    let known = "func load(_ i: Int) -> Promise<String> { other(i) }\n"
    #expect(try Unchained(imports + known + function).text.contains("let value: [String] = try await when"))
    let chain =
      "func f() -> Promise<Int> { when(fulfilled: items.map { i in load(i).map { x -> Int in x } }).map { $0.count } }\n"
    #expect(try Unchained(imports + known + chain).text.contains("let value: [Int] = try await when"))
  }

  @Test func `functions that differ in their parameters only are called in their async forms`() throws {
    let result = try Unchained(
      """
      func load(_ x: Int) -> Promise<Int> { src(x).map { $0 + 1 } }
      func load(_ s: String) -> Promise<Int> { src(s).map { $0 + 2 } }
      func f() -> Promise<Int> { load(1).map { $0 + 3 } }
      """)
    #expect(result.count == 3, "\(result.remarks)")
    #expect(result.text.contains("try await load(1)\n"), "\(result.text)")
  }
}
