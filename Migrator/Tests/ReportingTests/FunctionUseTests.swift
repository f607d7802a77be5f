import PromiseSyntax
import Testing

@testable import Reporting

@Suite struct FunctionUseTests {
  @Test func `functions are counted by style`() throws {
    let report = try report(
      """
      func a() {}
      func b(completion: @escaping (Int) -> Void) {}
      func c(_ body: @escaping (Result<Int, any Error>) -> Void) {}
      func d() -> Promise<Int> { Promise { seal in } }
      func e() -> PromiseKit.Guarantee<Void> { .value }
      func f() async throws -> Int { 1 }
      func g(completion: (Int) -> Void) {}
      func h(transform: @escaping (Int) -> Int) {}
      """)
    #expect(report.total(.callbackFunctions) == 2)
    #expect(report.total(.promiseFunctions) == 2)
    #expect(report.total(.asyncFunctions) == 1)
    #expect(report.total(.distinctFunctions) == 5)
    #expect(report.files[0].functions.map(\.line) == [2, 3, 4, 5, 6])
  }

  @Test func `an initializer with a handler is synchronous, and one that is async is async`() throws {
    let file = try read(
      "class A { init(completion: @escaping () -> Void) {}\n init(id: Int) async {} }\n")
    #expect(file.functions.map(\.style) == [.synchronous, .async])
  }

  @Test func `a function is public by its modifier, its extension or its protocol`() throws {
    let file = try read(
      """
      public func a() async {}
      func b() async {}
      public extension A { func c() async {}; private func d() async {} }
      extension A { func e() async {}; public func f() async {} }
      public protocol P { func g() async }
      protocol Q { func h() async }
      open class B { open func i() async {}; func j() async { func k() async {} } }
      """)
    #expect(file.functions.filter(\.isPublic).map(\.baseName) == ["a", "c", "f", "g", "i"])
    #expect(try report("public func a() async {}\nfunc b() async {}").total(.publicAsyncFunctions) == 1)
  }

  @Test func `the forms of a function are found across files and extensions`() throws {
    let report = try report(
      "class API { func user(id: Int, completion: @escaping (Int?, (any Error)?) -> Void) {} }",
      "extension API { public func user(id: Int) -> Promise<Int> { wrap { self.user(id: id, completion: $0) } } }",
      "extension API { func user(id: Int) async throws -> Int { try await user(id: id).get() } }")
    #expect(
      report.functionsInSeveralStyles == [
        SeveralStyles(
          function: "API.user(id:)", styles: [.callback, .promise, .async], isPublic: true,
          declarations: (0...2).map { DeclarationPlace(path: "\($0).swift", line: 1) })
      ])
    #expect(report.total(.distinctFunctions) == 1)
    #expect(report.total(.functionsWithAsyncForm) == 1)
    #expect(report.total(.publicFunctionsInSeveralStyles) == 1)
    #expect(report.asyncPercent == 100)
  }

  @Test func `overloads, other types and static functions are other functions`() throws {
    let report = try report(
      """
      class API {
        func user(id: Int) -> Promise<Int> { fatalError() }
        func user(id: String) async -> Int { 1 }
        func user(named: Int) async -> Int { 1 }
        static func user(id: Int) async -> Int { 1 }
      }
      class Other { func user(id: Int) async -> Int { 1 } }
      """)
    #expect(report.functionsInSeveralStyles.isEmpty)
    #expect(report.total(.distinctFunctions) == 5)
    #expect(report.asyncPercent == 80)
  }

  @Test func `functions inside #if, nested types and closures are found`() throws {
    let report = try report(
      """
      enum A { struct B {
      #if DEBUG
        func a() -> Promise<Int> { fatalError() }
      #else
        func b() -> Promise<Int> { fatalError() }
      #endif
      } }
      extension A.B { func a() async {} }
      let f = { func c() async {} }
      """)
    #expect(report.files[0].functions.map(\.name) == ["A.B.a()", "A.B.b()", "A.B.a()", "c()"])
    #expect(report.functionsInSeveralStyles.map(\.function) == ["A.B.a()"])
  }

  @Test func `code in comments and strings is no function`() throws {
    let report = try report("// func a() async {}\nlet s = \"func b() async {}\"\n")
    #expect(report.files.isEmpty)
    #expect(report.total(.files) == 1)
    #expect(report.asyncPercent == nil)
  }
}
