import Adding
import Testing

/// What a twin carries over.
@Suite struct DeclarationTests {
  @Test func `the access level is carried over`() throws {
    let text = """
      open class A {
        open func f(completion: @escaping () -> Void) {}
        package func g(completion: @escaping () -> Void) {}
        fileprivate static func h(completion: @escaping () -> Void) {}
        final func i(completion: @escaping () -> Void) {}
      }
      """
    let result = try Addition(.promise, text).text
    #expect(result.contains("  public func f() -> Promise<Void> {"))
    #expect(result.contains("  package func g() -> Promise<Void> {"))
    #expect(result.contains("  fileprivate static func h() -> Promise<Void> {"))
    #expect(result.contains("  final func i() -> Promise<Void> {"))
  }

  @Test func `generic parameters of the value are Sendable`() throws {
    let text = "func f<T: Decodable, U>(_ u: U, completion: @escaping ([T]?, Error?) -> Void) where U: Hashable {}"
    #expect(
      try twins(.promise, text) == """
        func f<T: Decodable & Sendable, U>(_ u: U) -> Promise<[T]> where U: Hashable {
            wrap { handler in f(u, completion: handler) }
        }
        """)
  }

  @Test func `constraints are not repeated`() throws {
    let text = "func f<T: Sendable, U>(completion: @escaping (T?, U?, Error?) -> Void) where U: Sendable {}"
    #expect(try twins(.promise, text).hasPrefix("func f<T: Sendable, U>() -> Promise<(T?, U?)> where U: Sendable {"))
  }

  @Test func `attributes that apply are carried over`() throws {
    let text = """
      @globalActor actor Database {}
      class A {
        @objc(loadWithCompletion:) @available(iOS 15, *) @MainActor @Other @MenuBuilder
        func f(completion: @escaping () -> Void) {}
        @Database func g(completion: @escaping () -> Void) {}
        @inlinable @discardableResult func h() -> Promise<Int> { .value(1) }
      }
      """
    let result = try Addition(.promise, text).text
    #expect(result.contains("  @available(iOS 15, *)\n  @MainActor\n  @Other\n  func f() -> Promise<Void> {"))
    #expect(result.contains("  @Database func g() -> Promise<Void> {"))
    #expect(try twins(.async, text).contains("  @discardableResult func h() async throws -> Int {"))
    #expect(try twins(.callback, text).contains("  func h(completion: @escaping @Sendable (Result<Int, any Error>)"))
  }

  @Test func `Objective-C does not see the twin`() throws {
    let text = """
      @objcMembers class A: NSObject {
        func f(completion: @escaping () -> Void) {}
      }
      @objc extension B {
        func g(completion: @escaping () -> Void) {}
      }
      """
    let result = try twins(.async, text)
    #expect(result.contains("  @nonobjc\n  func f() async throws {"))
    #expect(result.contains("  @nonobjc\n  func g() async throws {"))
  }

  @Test func `the members of an actor become nonisolated`() throws {
    let text = """
      actor A {
        func f() async -> Int { 1 }
        nonisolated(nonsending) func g() async -> Int { 1 }
        static func h() async -> Int { 1 }
      }
      protocol P: Actor {
        func i() async throws
      }
      """
    let result = try twins(.promise, text)
    #expect(result.contains("  nonisolated func f() -> Guarantee<Int> {"))
    #expect(result.contains("  nonisolated func g() -> Guarantee<Int> {"))
    #expect(result.contains("  static func h() -> Guarantee<Int> {"))
    #expect(result.contains("  nonisolated func i() -> Promise<Void> {"))
  }

  @Test func `parameters are passed on`() throws {
    let text = """
      func f(_ a: Int, b c: String = "x", in: Int, repeat d: inout Int, e: @autoclosure () -> Bool, `self` g: Int, \
      completion: @escaping (Int) -> Void) {}
      """
    #expect(
      try twins(.promise, text).contains(
        "f(a, b: c, in: `in`, repeat: &d, e: e(), `self`: g, completion: handler)"))
  }

  @Test func `a parameter with the name of the function hides it`() throws {
    let text = "class A {\n  func load(load: Int, handler: Int, completion: @escaping () -> Void) {}\n}"
    #expect(
      try twins(.promise, text).contains(
        "wrap { completion in self.load(load: load, handler: handler, completion: completion) }"))
  }

  @Test func `a method that hides wrap`() throws {
    let text = "class A {\n  func wrap() {}\n  func f(completion: @escaping () -> Void) {}\n}"
    #expect(try twins(.promise, text).contains("PromiseCore.wrap { handler in f(completion: handler) }"))
  }

  @Test func `a handler that is not last keeps its place`() throws {
    let text = "func f(completion: @escaping (Int) -> Void, _ a: Int) -> Progress { Progress() }"
    #expect(try twins(.promise, text).contains("let task = f(completion: { @Sendable in resolver.fulfill($0) }, a)"))
  }

  @Test func `long lines are broken`() throws {
    let parameters = (0..<4).map { "parameterWithALongName\($0): [String: Int]" }
    let text = "func f(\(parameters.joined(separator: ", ")), completion: @escaping () -> Void) {}"
    let result = try twins(.promise, text)
    #expect(result.hasPrefix("func f(\n    parameterWithALongName0: [String: Int],\n"))
    let arguments = (0..<4).map { "            parameterWithALongName\($0): parameterWithALongName\($0),\n" }.joined()
    #expect(result.contains("\n) -> Promise<Void> {\n    wrap { handler in\n        f(\n\(arguments)"))
    #expect(result.hasSuffix("            completion: handler\n        )\n    }\n}"))
  }

  @Test func `the new handler takes a value and an error`() throws {
    let text = """
      func f() -> Promise<Int> { .value(1) }
      func g() -> Promise<Void> { Promise() }
      func h() -> Promise<any P> { p }
      func i() -> Guarantee<Int> { .value(1) }
      """
    let result = try twins(.callback, text) { $0.handlerForm = .valueError }
    #expect(result.contains("func f(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {"))
    #expect(result.contains("func g(completion: @escaping @Sendable ((any Error)?) -> Void) {"))
    #expect(result.contains("func h(completion: @escaping @Sendable ((any P)?, (any Error)?) -> Void) {"))
    #expect(result.contains("func i(completion: @escaping @Sendable (Int) -> Void) {"))
  }
}
