import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every shape of callback, called well and badly.
@Suite(.promises(timeLimit: .seconds(280))) struct WrapTests {
  @Test func nothing() async throws {
    let promise = wrap { (handler: @escaping @Sendable () -> Void) in handler() }
    #expect(promise.isFulfilled)
    try await promise.get()
  }

  @Test func aValue() async throws {
    #expect(try await wrap { (handler: @escaping @Sendable (Int) -> Void) in handler(1) }.get() == 1)
  }

  @Test func anOptionalValue() async throws {
    func find(_ handler: @escaping @Sendable (Int?) -> Void) { handler(nil) }
    let found = try await wrap { handler in find(handler) }.get()
    #expect(found == nil)
  }

  @Test func anError() async throws {
    func save(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?) -> Void) { handler(error) }
    try await wrap { handler in save(nil, handler) }.get()
    await #expect(throws: TestError.one) { try await wrap { handler in save(.one, handler) }.get() }
  }

  @Test func aResult() async throws {
    func load(_ result: Result<Int, TestError>, _ handler: @escaping @Sendable (Result<Int, TestError>) -> Void) {
      handler(result)
    }
    #expect(try await wrap { handler in load(.success(1), handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(.failure(.one), handler) }.get() }
  }

  @Test func aValueAndAnError() async throws {
    func load(_ error: TestError?, _ handler: @escaping @Sendable (Int, (any Error)?) -> Void) { handler(1, error) }
    func loadErrorFirst(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?, Int) -> Void) {
      handler(error, 1)
    }
    #expect(try await wrap { handler in load(nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(.one, handler) }.get() }
    #expect(try await wrap { handler in loadErrorFirst(nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in loadErrorFirst(.one, handler) }.get() }
  }

  @Test func anOptionalValueAndAnError() async throws {
    func load(_ value: Int?, _ error: TestError?, _ handler: @escaping @Sendable (Int?, (any Error)?) -> Void) {
      handler(value, error)
    }
    func loadErrorFirst(_ value: Int?, _ error: TestError?, _ handler: @escaping @Sendable ((any Error)?, Int?) -> Void)
    {
      handler(error, value)
    }
    #expect(try await wrap { handler in load(1, nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(nil, .one, handler) }.get() }
    await #expect(throws: TestError.one) { try await wrap { handler in load(1, .one, handler) }.get() }
    await #expect(throws: PromiseError.self) { try await wrap { handler in load(nil, nil, handler) }.get() }
    #expect(try await wrap { handler in loadErrorFirst(1, nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in loadErrorFirst(nil, .one, handler) }.get() }
    await #expect(throws: PromiseError.self) { try await wrap { handler in loadErrorFirst(nil, nil, handler) }.get() }
  }

  @Test func twoValuesAndAnError() async throws {
    func load(
      _ a: Int?, _ b: String?, _ e: TestError?, _ handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void
    ) {
      handler(a, b, e)
    }
    let (number, text) = try await wrap { handler in load(1, "a", nil, handler) }.get()
    #expect(number == 1 && text == "a")
    #expect(try await wrap { handler in load(1, nil, nil, handler) }.get().1 == nil)
    await #expect(throws: TestError.one) { _ = try await wrap { handler in load(1, "a", .one, handler) }.get() }
    await #expect(throws: PromiseError.self) { _ = try await wrap { handler in load(nil, nil, nil, handler) }.get() }
  }

  @Test func theFirstOfManyCallsCounts() async throws {
    let promise = wrap { (handler: @escaping @Sendable (Int) -> Void) in
      DispatchQueue.concurrentPerform(iterations: 50) { handler($0) }
      handler(-1)
    }
    let first = try await promise.get()
    #expect(first != -1 && promise.value == first)
  }

  @Test func aHandlerThatIsNeverCalledAbandonsThePromise() async {
    let promise = silently { wrap { (_: @escaping @Sendable (Int) -> Void) in } }
    await #expect(throws: PromiseError.self) { try await promise.get() }
  }

  @Test func whatTheBodyThrowsRejects() async {
    let promise = wrap { (_: @escaping @Sendable (Int) -> Void) in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func anErrorIsNotTakenForAValueWhereTheChainTakesAnOptional() async {
    func save(_ handler: @escaping @Sendable ((any Error)?) -> Void) { handler(TestError.one) }
    @Sendable func show(_ value: Any?) {}
    // The value could be nothing, or an optional error: either can be shown.
    let chain = wrap { handler in save(handler) }.catch(on: nil) { _ in }.get(on: nil) { value in show(value) }
    await #expect(throws: TestError.one) { try await chain.get() }
    let other = wrap { handler in save(handler) }.get(on: nil) { value in show(value) }
    await #expect(throws: TestError.one) { try await other.get() }
  }
}
