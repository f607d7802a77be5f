import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// All forms of `wrap`, awaited in `async` code.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WrapFormsTests {
  // MARK: Forms of completion handlers

  private func nothing(_ handler: @escaping @Sendable () -> Void) { later { handler() } }
  private func value(_ handler: @escaping @Sendable (Int?) -> Void) { later { handler(1) } }
  private func failure(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    later { handler(error) }
  }
  private func result(
    _ result: Result<Int, TestError>, _ handler: @escaping @Sendable (Result<Int, TestError>) -> Void
  ) { later { handler(result) } }
  private func sure(_ error: TestError?, _ handler: @escaping @Sendable (Int, (any Error)?) -> Void) {
    later { handler(1, error) }
  }
  private func pair(_ value: Int?, _ error: TestError?, _ handler: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    later { handler(value, error) }
  }
  private func errorFirst(
    _ error: TestError?, _ value: Int?, _ handler: @escaping @Sendable ((any Error)?, Int?) -> Void
  ) { later { handler(error, value) } }
  private func errorFirst(_ error: TestError?, _ handler: @escaping @Sendable ((any Error)?, Int) -> Void) {
    later { handler(error, 1) }
  }
  private func three(
    _ a: Int?, _ b: String?, _ error: TestError?,
    _ handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void
  ) { later { handler(a, b, error) } }

  private func later(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: body) }

  @Test func `every form of wrap returns its value`() async throws {
    try await wrap { nothing($0) }.get()
    let optional: Int? = try await wrap { value($0) }.get()
    #expect(optional == 1)
    try await wrap { failure(nil, $0) }.get()
    #expect(try await wrap { result(.success(1), $0) }.get() == 1)
    #expect(try await wrap { sure(nil, $0) }.get() == 1)
    #expect(try await wrap { pair(1, nil, $0) }.get() == 1)
    #expect(try await wrap { errorFirst(nil, $0) }.get() == 1)
    let errorThenOptional: Int = try await wrap { errorFirst(nil, 1, $0) }.get()
    #expect(errorThenOptional == 1)
    let (a, b) = try await wrap { three(1, "b", nil, $0) }.get()
    #expect(a == 1 && b == "b")
  }

  @Test func `every form of wrap throws its error`() async throws {
    await #expect(throws: TestError.one) { try await wrap { failure(.one, $0) }.get() }
    await #expect(throws: TestError.one) { try await wrap { result(.failure(.one), $0) }.get() }
    await #expect(throws: TestError.one) { try await wrap { sure(.one, $0) }.get() }
    await #expect(throws: TestError.one) { try await wrap { pair(1, .one, $0) }.get() as Int }
    await #expect(throws: TestError.one) { try await wrap { errorFirst(.one, $0) }.get() as Int }
    await #expect(throws: TestError.one) { try await wrap { errorFirst(.one, 1, $0) }.get() as Int }
    await #expect(throws: TestError.one) { _ = try await wrap { three(1, "b", .one, $0) }.get() }
  }

  @Test func `a completion handler without a value or an error throws`() async throws {
    let error = PromiseError.invalidCallingConvention
    await #expect(throws: error) { try await wrap { pair(nil, nil, $0) }.get() as Int }
    await #expect(throws: error) { try await wrap { errorFirst(nil, nil, $0) }.get() as Int }
    await #expect(throws: error) { _ = try await wrap { three(nil, nil, nil, $0) }.get() }
  }

  // MARK: Behavior of the wrapped function

  @Test func `a completion handler may be called immediately`() async throws {
    #expect(try await wrap { (handler: @escaping @Sendable (Int) -> Void) in handler(1) }.get() == 1)
  }

  @Test func `the first call of a completion handler counts`() async throws {
    let number: Int = try await wrap { (handler: @escaping @Sendable (Int) -> Void) in
      handler(1)
      handler(2)
      DispatchQueue.concurrentPerform(iterations: 100) { handler($0) }
    }.get()
    #expect(number == 1)
  }

  @Test func `concurrent calls of a completion handler resume the task once`() async throws {
    for _ in 0..<200 {
      let number: Int = try await wrap { (handler: @escaping @Sendable (Int) -> Void) in
        for number in 0..<4 { DispatchQueue.global().async { handler(number) } }
      }.get()
      #expect((0..<4).contains(number))
    }
  }

  @Test func `a completion handler that is never called abandons the promise`() async {
    _ = await silently {
      await #expect {
        try await wrap { (_: @escaping @Sendable (Int) -> Void) in }.get()
      } throws: { error in
        if case PromiseError.abandoned(let file, _) = error { file.hasSuffix("WrapFormsTests.swift") } else { false }
      }
    }
  }

  @Test func `an error that the wrapped function throws is rethrown`() async {
    await #expect(throws: TestError.two) {
      try await wrap { (_: @escaping @Sendable (Int) -> Void) in throw TestError.two }.get()
    }
  }

  @Test @MainActor func `wrap calls its function on the actor of the caller`() async throws {
    var calls = 0
    try await wrap { handler in
      MainActor.preconditionIsolated()
      calls += 1
      handler()
    }.get()
    MainActor.preconditionIsolated()
    #expect(calls == 1)
  }
}
