import SourceEditing
import Testing

/// Where replacements stand: beside each other, in conditions, with comments.
@Suite struct LayoutTests {
  @Test(arguments: [
    "import PromiseConcurrency\n\nfunc load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }\nfunc load(_ id: Int) async throws -> Int { id }\n",
    "import PromiseConcurrency\nfunc load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }\nfunc load(_ id: Int) async throws -> Int { id }\n",
    "import PromiseConcurrency\n\n/// Loads.\nfunc load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }\n\nfunc load(_ id: Int) async throws -> Int { id }\n",
  ])
  func `a promise form can follow the import`(text: String) throws {
    let departure = try Departure(text, imports: "")
    #expect(departure.text.drop { $0 == "\n" } == "func load(_ id: Int) async throws -> Int { id }\n")
  }

  @Test func `queues can be nested`() throws {
    let departure = try Departure(
      """
      final class A {
        private let a = PromiseQueue()
        private let b = PromiseQueue()
        func f() async throws -> Int {
          try await a.add { try await b.add { try await one() }.get() }.get()
        }
      }

      """)
    #expect(
      departure.text.contains(
        "try await a.add { [self] in try await b.add { [self] in try await one() }.value }.value"))
  }

  @Test func `checks can be nested`() throws {
    let departure = try Departure("func f() { print(info(error.isCancelled, with: myError.isCancelled)) }\n")
    #expect(departure.text.contains("info((error is CancellationError), with: (myError is CancellationError))"))
  }

  @Test(arguments: [
    "if try await Promise { try await load() }.get(timeout: 5) > 1 {}",
    "guard try await Promise { try await load() }.get(timeout: 5) > 1 else { return }",
    "while try await Promise { try await load() }.get(timeout: 5) > 1 {}",
    "switch try await Promise { try await load() }.get(timeout: 5) { default: break }",
  ])
  func `a closure in the head of a statement is no body`(statement: String) throws {
    let departure = try Departure("func f() async throws {\n  \(statement)\n}\n")
    #expect(departure.text.contains("try await (withTimeout(.seconds(5)) { try await load() })"))
  }

  @Test(arguments: [
    "try await Promise { try await load() } // why\n    .get()",
    "try await Promise { /* why */ try await load() }.get()",
    "try await when(fulfilled: ids.map { id in /* why */ Promise { try await load(id) } }).get()",
    "try await Promise { try await load() }.get(timeout: /* why */ 3)",
  ])
  func `no comment is lost`(expression: String) throws {
    let departure = try Departure("func f() async throws {\n  _ = \(expression)\n}\n")
    #expect(departure.text.contains("why"))
  }

  @Test func `a comment in a promise form keeps it`() throws {
    let departure = try Departure(
      "func a() async throws -> Int { 1 }\nfunc a() -> Promise<Int> {\n  // why\n  Promise { try await a() }\n}\n")
    #expect(departure.text.contains("why"))
    #expect(departure.remarks.first?.message.contains("comment") == true)
  }

  @Test func `one replacement that does not parse is left out`() throws {
    let departure = try Departure(
      """
      func f() async throws {
        let xs = ids.concurrentMap(maxConcurrent: 2, order: .completion) { try await load($0) }
        for try await x in xs {print(x)}
        _ = try await wrap { g($0) }.get()
      }

      """)
    #expect(departure.text.contains("receive: { x in print(x)}"))
    #expect(departure.text.contains("_ = try await wrap { g($0) }\n"))
  }

  @Test func `try with a mark is kept`() throws {
    let departure = try Departure("func f() async { _ = try? await wrap { g($0) }.get() }\n")
    #expect(departure.text == "func f() async { _ = try? await wrap { g($0) } }\n")
  }

  @Test func `anonymous parameters are named`() throws {
    let departure = try Departure(
      "func f() async throws -> Int { try await race(ids.map { Promise { [id = $0] in try await load(id) } }).get() }\n"
    )
    #expect(departure.text.contains("ids.map { element in { [id = element] in try await load(id) } }"))
  }
}
