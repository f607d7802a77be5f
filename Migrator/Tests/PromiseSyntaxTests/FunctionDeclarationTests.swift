import PromiseSyntax
import SwiftParser
import SwiftSyntax
import Testing

@Suite struct FunctionDeclarationTests {
  @Test(arguments: [
    ("func f()", FunctionDeclaration.Style.synchronous),
    ("func f() -> Int", .synchronous),
    ("func f() throws -> Promised<Int>", .synchronous),
    ("func f() -> Promise<Int>", .promise),
    ("func f() -> PromiseKit.Guarantee<[String: Int]>", .promise),
    ("func f() -> Promise<Int>?", .synchronous),
    ("func f() async", .async),
    ("func f() async throws -> Promise<Int>", .async),
    ("func f(completion: @escaping () -> Void) async", .async),
    ("func f(completion: @escaping () -> Void)", .callback),
    ("func f(completion: @escaping () -> Void) -> Promise<Int>", .promise),
    ("func f(completion: @escaping () -> Void) -> Cancel", .callback),
    ("func f(onCompletion done: ((Int) -> ())? = nil)", .callback),
    ("func f(_ completionHandler: @escaping @Sendable (Int) -> Void, retries: Int = 2)", .callback),
    ("func f(_ body: @escaping (Int?, (any Error)?) -> Void)", .callback),
    ("func f(_ body: @escaping (Result<Int, any Error>) -> Void)", .callback),
    ("func f(_ body: @escaping (Int) -> Void)", .synchronous),
    ("func f(completion: () -> Void)", .synchronous),
    ("func f(completion: @escaping () -> Int)", .synchronous),
    ("func f(completion: @escaping () async -> Void)", .synchronous),
    ("func f(completion: @escaping () throws -> Void)", .synchronous),
    ("func f(completion: Int)", .synchronous),
  ])
  func `the style tells how a function delivers its result`(signature: String, style: FunctionDeclaration.Style) throws
  {
    #expect(try function(signature + " {}\n").style == style)
  }

  @Test func `the completion handler is the last parameter that looks like one`() throws {
    let found = try function(
      "func f(completion: @escaping () -> Void, handler: ((Int) -> Void)?, progress: @escaping (Double) -> Void) {}")
    #expect(found.callback?.parameter.firstName.text == "handler")
    #expect(found.callback?.type.isOptional == true)
  }

  @Test func `forms of one function have the same identity`() {
    let identities = functions(
      """
      class API {
        func user(id: Int, completion: @escaping (Int?, (any Error)?) -> Void) {}
        func user( id:Int /* why */ ) -> Promise<Int> { fatalError() }
      }
      extension API { public func user(id number: Int) async throws -> Int { 1 } }
      """
    ).map(\.identity)
    #expect(Set(identities) == ["API.user(id: Int)"])
    #expect(identities.count == 3)
  }

  @Test func `other functions have other identities`() {
    let functions = functions(
      """
      func user(id: Int) async {}
      class API {
        func user(id: Int) async {}
        static func user(id: Int) async {}
        func user(_: Int) async {}
        func user(id: Int?) async {}
        func user(id: Int, fresh: Bool) async {}
        func users(id: Int) async {}
        class Inner { func user(id: Int) async {} }
      }
      """)
    #expect(Set(functions.map(\.identity)).count == 8)
  }

  @Test func `an extension of a nested type is that type`() {
    let functions = functions(
      "enum A { struct B { func f() async {} } }\nextension A.B { func f() -> Promise<Int> {} }\n")
    #expect(functions.map(\.identity) == ["A.B.f()", "A.B.f()"])
    #expect(functions[0].containers.map(\.kind) == [.type, .type])
    #expect(functions[1].containers.map(\.kind) == [.extension])
  }

  @Test func `functions are found everywhere, with their containers`() {
    let functions = functions(
      """
      #if DEBUG
        func a() { func b() {} }
      #endif
      protocol P { func c() }
      actor D { init() {}; class func e() {} }
      let f = { func g() {} }
      var h: Int { func i() {}; return 1 }
      """)
    #expect(functions.map(\.name) == ["a", "b", "c", "init", "e", "g", "i"])
    #expect(functions.map { $0.containers.map(\.name) } == [[], ["a"], ["P"], ["D"], ["D"], [""], [""]])
    #expect(functions[2].body == nil)
    #expect(functions[2].containers[0].kind == .protocol)
    #expect(functions[1].containers[0].kind == .function)
  }

  @Test func `without local functions, those in closures, accessors and initializers are skipped, too`() {
    let tree = Parser.parse(
      source: """
        if true { func a() { func b() {} } }
        protocol P { func c() }
        actor D { init() { func e() {} }; deinit { func f() {} }; class func g(_ h: () -> Void = { func i() {} }) {} }
        let j = { struct K { func l() {} } }
        var m: Int { func n() {}; return 1 }
        extension D { var o: Int { get { func p() {}; return 1 } }; struct Q { init(r: Int) {} } }
        """)
    let isLocal = { (function: FunctionDeclaration) in function.containers.contains { $0.kind == .function } }
    let found = FunctionDeclaration.allButLocal(in: tree)
    #expect(found.map(\.name) == ["a", "c", "init", "g", "init"])
    #expect(found.map(\.node.id) == FunctionDeclaration.all(in: tree).filter { !isLocal($0) }.map(\.node.id))
  }

  @Test func `modifiers, attributes and effects are read`() throws {
    let found = try function(
      "@MainActor @discardableResult public static func f<T>(_ a: T, b c: Int) throws -> T where T: Sendable {}")
    #expect(found.access == "public")
    #expect(found.isStatic && found.isThrowing && !found.isAsync)
    #expect(found.attribute("MainActor") != nil && found.attribute("objc") == nil)
    #expect(found.fullName == "f(_:b:)")
    #expect(found.genericParameters != nil && found.genericWhereClause != nil)
    #expect(try function("func f() {}").access == nil)
    #expect(try function("class A { class func f() {} }").isStatic)
    #expect(try function("class A { override func f() {} }").has("override"))
  }

  @Test func `other declarations are no functions`() throws {
    #expect(FunctionDeclaration(try expression("f()")) == nil)
    #expect(functions("var a: Int { 1 }\nclass B { deinit {}; subscript(c: Int) -> Int { 1 } }\n").isEmpty)
    #expect(functions("// func a() {}\nlet b = \"func c() {}\"\n").isEmpty)
  }
}
