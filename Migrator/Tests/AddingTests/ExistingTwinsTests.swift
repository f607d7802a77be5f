import Adding
import Testing

/// Which functions get a twin.
@Suite struct ExistingTwinsTests {
  private let callback = "struct A {\n  func f(_ x: Int, completion: @escaping (Int) -> Void) {}\n}\n"

  @Test func `a twin in another file is found`() throws {
    let other = "extension A {\n  func f(_ other: Int) -> Promise<Int> { .value(other) }\n}\n"
    let addition = try Addition(.promise, callback, others: [other])
    #expect(addition.count == 0)
    #expect(addition.text == callback)
  }

  @Test func `a twin of another type does not count`() throws {
    let other = "extension B {\n  func f(_ other: Int) -> Promise<Int> { .value(other) }\n}\n"
    #expect(try Addition(.promise, callback, others: [other]).count == 1)
  }

  @Test func `a twin of another parameter does not count`() throws {
    let other = "extension A {\n  func f(_ other: String) -> Promise<Int> { .value(1) }\n}\n"
    #expect(try Addition(.promise, callback, others: [other]).count == 1)
  }

  @Test func `a static twin does not count`() throws {
    let other = "extension A {\n  static func f(_ other: Int) -> Promise<Int> { .value(1) }\n}\n"
    #expect(try Addition(.promise, callback, others: [other]).count == 1)
  }

  @Test func `a callback form whose handler has an unusual name is found`() throws {
    let text = "func f() -> Promise<Int> { .value(1) }\nfunc f(then: @escaping (Int) -> Void) {}\n"
    #expect(try Addition(.callback, text).count == 0)
  }

  @Test func `of two styles the promise is called`() throws {
    let text = """
      func f(_ x: Int, completion: @escaping @Sendable (Int?, (any Error)?) -> Void) { f(x).complete(completion) }
      func f(_ x: Int) -> Promise<Int> { .value(x) }
      """
    #expect(try twins(.async, text) == "func f(_ x: Int) async throws -> Int {\n    try await f(x).get()\n}")
  }

  @Test func `the implementation of a requirement has the twin of the protocol`() throws {
    let text = """
      protocol P {
        func f(completion: @escaping (Int) -> Void)
      }
      extension P {
        func f(completion: @escaping (Int) -> Void) {}
      }
      struct A: P {
        func f(completion: @escaping (Int) -> Void) {}
      }
      class B: A2 {
        func f(completion: @escaping (Int) -> Void) {}
      }
      """
    #expect(try Addition(.promise, text, others: ["class A2: P {}"]).count == 1)
    #expect(try Addition(.promise, text).count == 2)
  }

  @Test func `an override has the twin of the superclass`() throws {
    let base = "class A { func f(completion: @escaping (Int) -> Void) {} }\n"
    let text = "class B: A {\n  override func f(completion: @escaping (Int) -> Void) {}\n}\n"
    #expect(try Addition(.promise, text, others: [base]).reasons == [])
    #expect(try Addition(.promise, text).reasons == ["override"])
  }

  @Test func `the branches of a condition each get a twin`() throws {
    let text = """
      #if DEBUG
        func f(completion: @escaping (Int) -> Void) {}
      #else
        func f(completion: @escaping (Int) -> Void) {}
      #endif
      """
    #expect(try Addition(.promise, text).count == 2)
  }

  @Test func `overloads that differ in their handlers have one twin`() throws {
    let text = """
      func f(completion: @escaping (Int) -> Void) {}
      func f(completion: @escaping (String) -> Void) {}
      """
    let addition = try Addition(.promise, text)
    #expect(addition.count == 1)
    #expect(addition.reasons == ["same-parameters"])
  }

  @Test func `a synchronous function of the superclass stands in the way`() throws {
    let base = "class A { func stop() {} }\nclass B: A {}\n"
    let text = "class C: B {\n  func stop(producing completion: @escaping (Int) -> Void) {}\n}\n"
    #expect(try Addition(.async, text, others: [base]).reasons == ["synchronous-namesake"])
  }

  @Test func `only named functions get a twin`() throws {
    let text = "func f(completion: @escaping () -> Void) {}\nfunc g(completion: @escaping () -> Void) {}\n"
    let addition = try Addition(.promise, text) { $0.names = ["g"] }
    #expect(addition.count == 1)
    #expect(addition.text.contains("func g() -> Promise<Void>"))
  }

  @Test func `only public functions get a twin`() throws {
    let text = """
      public struct A {
        public func f(completion: @escaping () -> Void) {}
        func g(completion: @escaping () -> Void) {}
      }
      public extension B {
        func h(completion: @escaping () -> Void) {}
      }
      public protocol P {
        func i(completion: @escaping () -> Void)
      }
      """
    let addition = try Addition(.promise, text) { $0.isForPublicOnly = true }
    #expect(addition.count == 3)
    #expect(!addition.text.contains("func g() -> Promise<Void>"))
  }

  @Test func `tests get no twin`() throws {
    let text = """
      final class StoreTests: XCTestCase {
        override func setUp() async throws {}
        func testLoad() async throws {}
        func helper() async throws {}
      }
      @Suite struct Checks {
        @Test func load() async throws {}
      }
      """
    let addition = try Addition(.promise, text)
    #expect(addition.count == 1)
    #expect(addition.reasons == [])
  }
}
