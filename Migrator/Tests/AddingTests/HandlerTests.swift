import Adding
import Testing

/// What a handler receives, and what the promise is fulfilled with.
@Suite struct HandlerTests {
  @Test(arguments: [
    ("()", "Void"), ("(Int)", "Int"), ("(Int?)", "Int?"), ("(Int, Error?)", "Int"), ("(Int?, (any Error)?)", "Int"),
    ("(Error?, Int)", "Int"), ("(Error?, Int?)", "Int"), ("(A?, B?, Error?)", "(A?, B?)"), ("(Error?)", "Void"),
    ("(Result<[Int], any Error>)", "[Int]"), ("(Swift.Result<Int, E>)", "Int"), ("(Int?, NSError?)", "Int"),
    ("(Optional<Int>, Optional<Error>)", "Int"), ("(_ value: Int?, _ error: Error?)", "Int"), ("(Void)", "Void"),
    ("((any P)?, AFError?)", "any P"),
  ])
  func `wrap takes the handler`(_ handler: String, _ value: String) throws {
    let text = "func f(completion: @escaping \(handler) -> Void) {}"
    let twin = "func f() -> Promise<\(value)> {\n    wrap { handler in f(completion: handler) }\n}"
    #expect(try twins(.promise, text) == twin)
  }

  @Test(arguments: [
    ("(Int, Bool)", "(Int, Bool)", "resolver.fulfill(($0, $1))"),
    ("(Int, Bool, Error?)", "(Int, Bool)", "resolver.resolve(($0, $1), $2)"),
    ("(A?, B?, C?, Error?)", "(A?, B?, C?)", "resolver.resolve(($0, $1, $2), $3)"),
  ])
  func `other handlers settle a resolver`(_ handler: String, _ value: String, _ resolution: String) throws {
    let text = "func f(completion: @escaping \(handler) -> Void) {}"
    let twin = "func f() -> Promise<\(value)> {\n    Promise { resolver in f { @Sendable in \(resolution) } }\n}"
    #expect(try twins(.promise, text) == twin)
  }

  @Test(arguments: [
    "(Error)", "(Error?, Error?)", "(Int, Error)", "(Error?, Int, Int)", "(Int, Fault?)", "(Int...)", "(Result<Int>)",
    "(inout Int)",
  ])
  func `a handler that does not say what the outcome is`(_ handler: String) throws {
    let addition = try Addition(.promise, "func f(completion: @escaping \(handler) -> Void) {}")
    #expect(addition.count == 0)
    #expect(addition.reasons == ["handler-shape"])
  }

  @Test func `a type that conforms to Error is an error`() throws {
    let text = "func f(completion: @escaping (Int?, Fault?) -> Void) {}"
    #expect(try twins(.promise, text, others: ["enum Fault: Error {}"]).contains("Promise<Int>"))
  }

  @Test func `a typealias is read`() throws {
    let text = """
      class A {
        func f(completion: @escaping Done<Int>) {}
        func g(completion: Local? = nil) {}
        func h(completion: @escaping (Outcome) -> Void) {}
        func i(completion: @escaping B.Local) {}
      }
      """
    let other = """
      typealias Done<Value> = (Result<Value, Error>) -> Void
      typealias Outcome = Result<String, Error>
      extension A { typealias Local = (Error?) -> Void }
      """
    let addition = try Addition(.promise, text, others: [other])
    #expect(addition.text.contains("func f() -> Promise<Int> {"))
    #expect(addition.text.contains("@_disfavoredOverload\n  func g() -> Promise<Void> {"))
    #expect(addition.text.contains("func h() -> Promise<String> {"))
    #expect(addition.reasons == [])
    #expect(try Addition(.promise, text).reasons == ["unknown-handler"])
  }

  @Test(arguments: [
    "func observe(handler: @escaping (Int) -> Void) {}", "func onTap(_ callback: @escaping () -> Void) {}",
    "func f(onEvent: @escaping (Result<Int, Error>) -> Void) {}", "func f(changeHandler: @escaping (Int) -> Void) {}",
    "func configure(tapHandler: @escaping () -> Void) {}",
    "func subscribe(to topic: Int, callback: @escaping (Int) -> Void) {}",
    "func subscribe(completion: @escaping (Int) -> Void) {}", "func observeValue(onDone: @escaping () -> Void) {}",
    "func listenForMessages(completionHandler: @escaping (Result<Int, Error>) -> Void) {}",
    "func watch(finished: @escaping (Int) -> Void) {}", "func monitor(completion: @escaping (Int?, Error?) -> Void) {}",
    "func registerUpdates(handler: @escaping (Int) -> Void) {}", "func setHandler(_ handler: @escaping () -> Void) {}",
  ])
  func `a handler of events`(_ text: String) throws {
    #expect(try Addition(.promise, text).reasons == ["repeated-handler"])
  }

  @Test(arguments: [
    "func addUser(completion: @escaping (Int) -> Void) {}", "func observed(handler: @escaping (Int) -> Void) {}",
    "func observeSingleEvent(completion: @escaping (Int) -> Void) {}",
    "func observeOnce(completion: @escaping (Int) -> Void) {}",
    "func track(_ e: Int, completion: @escaping () -> Void) {}",
    "func settle(callback: @escaping () -> Void) {}", "func register(onComplete: @escaping (Int) -> Void) {}",
  ])
  func `a completion handler whose names resemble those of events`(_ text: String) throws {
    #expect(try Addition(.promise, text).count == 1)
  }

  @Test(arguments: [
    "func forEach(_ body: @escaping (Int) -> Void) {}", "func map(_ body: (Int) -> Int) {}",
    "func f(completion: (Int) -> Void) {}", "func f(completion: @escaping (Int) -> Bool) {}",
    "func f(completion: @escaping (Int) async -> Void) {}", "func f(completion: @escaping (Int) throws -> Void) {}",
  ])
  func `a closure that is no completion handler`(_ text: String) throws {
    let addition = try Addition(.promise, text)
    #expect(addition.count == 0)
    #expect(addition.reasons == [])
  }
}
