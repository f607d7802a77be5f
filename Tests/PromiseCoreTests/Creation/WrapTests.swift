import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `wrap` with completion handlers of every shape, called correctly and incorrectly.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WrapTests {
  @Test func `a completion handler without arguments fulfills the promise`() async throws {
    let promise = wrap { (handler: @escaping @Sendable () -> Void) in handler() }
    #expect(promise.isFulfilled)
    try await promise.get()
  }

  @Test func `a completion handler with a value fulfills the promise with that value`() async throws {
    #expect(try await wrap { (handler: @escaping @Sendable (Int) -> Void) in handler(1) }.get() == 1)
  }

  @Test func `a completion handler with an optional value accepts nil`() async throws {
    func find(_ handler: @escaping @Sendable (Int?) -> Void) { handler(nil) }
    let found = try await wrap { handler in find(handler) }.get()
    #expect(found == nil)
  }

  @Test func `a completion handler with an optional error rejects the promise with that error`() async throws {
    func save(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?) -> Void) { handler(error) }
    try await wrap { handler in save(nil, handler) }.get()
    await #expect(throws: TestError.one) { try await wrap { handler in save(.one, handler) }.get() }
  }

  @Test func `a completion handler with a result settles the promise with that result`() async throws {
    func load(_ result: Result<Int, TestError>, _ handler: @escaping @Sendable (Result<Int, TestError>) -> Void) {
      handler(result)
    }
    #expect(try await wrap { handler in load(.success(1), handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(.failure(.one), handler) }.get() }
  }

  @Test func `an error takes precedence over a value, in either order of the arguments`() async throws {
    func load(_ error: TestError?, _ handler: @escaping @Sendable (Int, (any Error)?) -> Void) { handler(1, error) }
    func loadErrorFirst(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?, Int) -> Void) {
      handler(error, 1)
    }
    #expect(try await wrap { handler in load(nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in load(.one, handler) }.get() }
    #expect(try await wrap { handler in loadErrorFirst(nil, handler) }.get() == 1)
    await #expect(throws: TestError.one) { try await wrap { handler in loadErrorFirst(.one, handler) }.get() }
  }

  @Test func `an optional value and an optional error settle the promise, in either order`() async throws {
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

  @Test func `two optional values and an optional error settle the promise with a tuple`() async throws {
    func load(
      _ a: Int?, _ b: String?, _ e: TestError?, _ handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void
    ) {
      handler(a, b, e)
    }
    for (a, b) in [(1, nil), (nil, "a"), (1, "a")] as [(Int?, String?)] {
      let (number, text) = try await wrap { handler in load(a, b, nil, handler) }.get()
      #expect(number == a && text == b)
      await #expect(throws: TestError.one) { _ = try await wrap { handler in load(a, b, .one, handler) }.get() }
    }
    await #expect(throws: TestError.one) { _ = try await wrap { handler in load(nil, nil, .one, handler) }.get() }
    await #expect(throws: PromiseError.self) { _ = try await wrap { handler in load(nil, nil, nil, handler) }.get() }
  }

  @Test func `only the first of many calls takes effect`() async throws {
    let promise = wrap { (handler: @escaping @Sendable (Int) -> Void) in
      DispatchQueue.concurrentPerform(iterations: 50) { handler($0) }
      handler(-1)
    }
    let first = try await promise.get()
    #expect(first != -1 && promise.value == first)
  }

  @Test func `a completion handler that is never called abandons the promise`() async {
    let promise = silently { wrap { (_: @escaping @Sendable (Int) -> Void) in } }
    await #expect(throws: PromiseError.self) { try await promise.get() }
  }

  @Test func `an error thrown by the body rejects the promise`() async {
    let promise = wrap { (_: @escaping @Sendable (Int) -> Void) in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func `an error is not mistaken for a value if the chain accepts an optional`() async {
    func save(_ handler: @escaping @Sendable ((any Error)?) -> Void) { handler(TestError.one) }
    @Sendable func show(_ value: Any?) {}
    // The value could be `Void` or an optional error, since `show` accepts both.
    let chain = wrap { handler in save(handler) }.catch(on: nil) { _ in }.get(on: nil) { value in show(value) }
    await #expect(throws: TestError.one) { try await chain.get() }
    let other = wrap { handler in save(handler) }.get(on: nil) { value in show(value) }
    await #expect(throws: TestError.one) { try await other.get() }
  }

  @Test func `a callback with neither a value nor an error rejects with invalidCallingConvention`() {
    let none: (any Error)? = nil
    let wrapped: [any Thenable] = [
      wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in handler(nil, none) } as Promise<Int>,
      wrap { (handler: @escaping @Sendable ((any Error)?, Int?) -> Void) in handler(none, nil) } as Promise<Int>,
      wrap { (handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void) in handler(nil, nil, none) },
    ]
    for promise in wrapped {
      guard case .invalidCallingConvention? = promise.error as? PromiseError else {
        Issue.record("\(promise)")
        continue
      }
    }
  }
}
