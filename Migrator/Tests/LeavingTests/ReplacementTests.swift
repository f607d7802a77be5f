import SourceEditing
import Testing

@Suite struct ReplacementTests {
  /// An awaited promise, and what replaces it.
  @Test(
    arguments: [
      (
        "try await wrap { handler in sdk.load(id, completion: handler) }.get(cancellation: .forward)",
        "try await wrap { handler in sdk.load(id, completion: handler) }", ["Callback.swift", "Wrap.swift"]
      ),
      (
        "try await Promise { resolver in sdk.load(id, completion: resolver.resolve) }.get()",
        "try await withResolver { resolver in sdk.load(id, completion: resolver.resolve) }", ["Callback.swift"]
      ),
      (
        "try await Promise<Int> { sdk.load(id, completion: $0.resolve) }.get()",
        "try await withResolver(of: Int.self) { sdk.load(id, completion: $0.resolve) }", ["Callback.swift"]
      ),
      (
        "await Guarantee { seal in sdk.check(completion: seal) }.get()",
        "await withSeal { seal in sdk.check(completion: seal) }", ["Callback.swift"]
      ),
      (
        "await Guarantee<Bool> { seal in sdk.check(completion: seal) }.get()",
        "await withSeal(of: Bool.self) { seal in sdk.check(completion: seal) }", ["Callback.swift"]
      ),
      ("try await Promise { try await load(id) }.get()", "try await load(id)", []),
      ("try await after(seconds: pause).get()", "try await Task.sleep(for: .seconds(pause))", []),
      ("try await after(.milliseconds(5), clock: clock).get()", "try await clock.sleep(for: .milliseconds(5))", []),
      ("try await after(DispatchTimeInterval.seconds(5)).get()", "try await Task.sleep(for: .seconds(5))", []),
      (
        "try await retry(attempts: 2, delay: .constant(.seconds(5)).measured(by: clock)) { try await load(id) }.get()",
        "try await retry(attempts: 2, delay: { _ in .seconds(5) }, clock: clock) { try await load(id) }",
        ["Retry.swift"]
      ),
      (
        "try await retry(attempts: 3, delay: 0.5) { _, error in error is Failure } _: { try await load(id) }.get()",
        "try await retry(attempts: 3, delay: { _ in .seconds(0.5) }) { _, error in error is Failure } _: { try await load(id) }",
        ["Retry.swift"]
      ),
      (
        "try await retry(delay: .exponential(initial: 1, maximum: 60, jitter: 0)) { try await load(id) }.get()",
        "try await retry(delay: exponential(initial: .seconds(1), maximum: .seconds(60), jitter: 0)) { try await load(id) }",
        ["Retry.swift"]
      ),
      (
        "try await Promise { try await load(id) }.get(timeout: .seconds(30), cancellation: .forward, clock: clock)",
        "try await withTimeout(.seconds(30), clock: clock) { try await load(id) }", ["Timeout.swift"]
      ),
      (
        "try await Promise { try await load(id) }.timeout(5).get()",
        "try await withTimeout(.seconds(5)) { try await load(id) }", ["Timeout.swift"]
      ),
      (
        "try await race(Promise { try await load(1) }, Promise { try await load(2) }).get()",
        "try await firstResult(of: [{ @Sendable in try await load(1) }, { @Sendable in try await load(2) }])",
        ["Timeout.swift"]
      ),
      (
        "try await race(fulfilled: ids.map { id in Promise { try await load(id) } }).get()",
        "try await firstSuccess(of: ids.map { id in { try await load(id) } })", ["Timeout.swift"]
      ),
      (
        "try await Promise(collecting: ids.concurrentMap(maxConcurrent: 2) { id in try await load(id) }).get()",
        "try await ids.concurrentMap(maxConcurrent: 2) { id in try await load(id) }", ["ConcurrentMap.swift"]
      ),
      (
        "try await when(fulfilled: ids.map { Promise { [id = $0] in try await load(id) } }).get()",
        "", []
      ),
      (
        "try await when(fulfilled: ids.map { id in Promise { try await load(id) } }).get()",
        "try await ids.concurrentMap(maxConcurrent: .max) { id in try await load(id) }", ["ConcurrentMap.swift"]
      ),
      (
        "try await retry { try await wrap { handler in sdk.load(id, completion: handler) }.get() }.get(timeout: 60)",
        "try await withTimeout(.seconds(60)) { try await retry { try await wrap { handler in sdk.load(id, completion: handler) } } }",
        ["Callback.swift", "Retry.swift", "Timeout.swift", "Wrap.swift"]
      ),
    ] as [(String, String, [String])])
  func `an operation becomes plain Swift`(old: String, new: String, files: [String]) throws {
    let departure = try Departure("func f(_ id: Int) async throws -> Int {\n  \(old)\n}\n")
    guard !new.isEmpty else {
      #expect(departure.text.contains(old))
      #expect(departure.reasons.contains("promise"))
      return
    }
    #expect(departure.text == "func f(_ id: Int) async throws -> Int {\n  \(new)\n}\n")
    #expect(departure.files == Set(files))
    #expect(departure.remarks == [])
  }

  /// What has no equal counterpart, or what the text does not decide.
  @Test(arguments: [
    "try await race(a, b).get()",
    "try await race(fulfilled: [Promise { try await load(1) }], losers: .spare).get()",
    "try await Promise { try await load(1) }.get(timeout: limit)",
    "try await Promise { try await load(1) }.get(timeout: 5, losers: .spare)",
    "try await stored.get(timeout: 5)",
    "try await retry(attempts: 2, delay: backoff) { try await load(1) }.get()",
    "try await retry(on: queue, attempts: 2) { load(1) }.get()",
    "try await Promise { resolver in keep(resolver.promise) }.get()",
    "try await Promise { (resolver: Resolver<Int>) in keep(resolver) }.get()",
    "try await Promise { log(); return try await load(1) }.get()",
    "try await queue.add { try await load(1) }.get()",
    "try await Promise(collecting: ids.concurrentMap(maxConcurrent: 2, order: .completion) { try await load($0) }).get()",
    "try await when(fulfilled: a, b).get().0",
    "try await after(delay).get()",
  ])
  func `what has no equal counterpart remains`(expression: String) throws {
    let old = "func f() async throws -> Int {\n  let x = \(expression)\n}\n"
    #expect(try Departure(old).text == "import PromiseConcurrency\n\n" + old)
  }

  @Test func `the pause of a task that does not throw goes on`() throws {
    let departure = try Departure("func f() async {\n  await after(seconds: 2).get()\n}\n")
    #expect(departure.text == "func f() async {\n  try? await Task.sleep(for: .seconds(2))\n}\n")
  }

  @Test func `a function of the program is not the library's`() throws {
    let old = "func wrap(_ f: () -> Void) -> Promise<Int> { f2() }\nfunc f() async throws { try await wrap {}.get() }\n"
    #expect(try Departure(old).text == "import PromiseConcurrency\n\n" + old)
  }

  @Test func `self is captured in classes`() throws {
    let departure = try Departure(
      """
      final class Client {
        func load() -> Promise<Int> { Promise { try await load() } }
        func load() async throws -> Int { 1 }
        func loadInTime() async throws -> Int { try await load().get(timeout: 5) }
        func load(_ id: Int) -> Promise<Int> { Promise { try await load(id) } }
        func load(_ id: Int) async throws -> Int { 1 }
        func sums(_ n: Int) async throws -> [Int] {
          try await when(fulfilled: ids.map { [n] x in load(x + n) }).get()
        }
        static func all() async throws -> Int { try await make().get(timeout: 5) }
        static func make() -> Promise<Int> { Promise { try await make() } }
        static func make() async throws -> Int { 1 }
      }

      """)
    #expect(departure.text.contains("withTimeout(.seconds(5)) { [self] in try await load() }"))
    #expect(departure.text.contains("withTimeout(.seconds(5)) { try await make() }"))
    #expect(departure.text.contains("{ [self, n] x in try await load(x + n) }"))
  }
}
