import PlainSwift
import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallbackTests {
  let log = Log()

  @Test func `the value of a callback is returned, also if it comes immediately`() async throws {
    let value = try await withResolver(of: Int.self) { [log] resolver in
      resolver.onCancel { log.note("stopped") }
      resolver.fulfill(1)
    }
    #expect(value == 1)
    #expect(log.lines == [])
  }

  @Test func `the error of a callback is thrown`() async throws {
    await #expect(throws: TimedOut.self) {
      try await withResolver(of: Int.self) { resolver in Task { resolver.reject(TimedOut()) } }
    }
    await #expect(throws: TimedOut.self) { try await withResolver(of: Int.self) { _ in throw TimedOut() } }
  }

  @Test func `a resolver takes the arguments of each kind of callback`() async throws {
    func reversed(_ handler: @Sendable ((any Error)?, Int?) -> Void) { handler(nil, 3) }
    #expect(try await withResolver { $0.resolve(1, nil) } == 1)
    #expect(try await withResolver { resolver in reversed(resolver.resolve) } == 3)
    #expect(try await withResolver { $0.resolve(Result<Int, TimedOut>.success(2)) } == 2)
    try await withResolver { $0.fulfill() }
    try await withResolver { $0.resolve(nil) }
    await #expect(throws: TimedOut.self) { try await withResolver { $0.resolve(1, TimedOut()) } }
    await #expect(throws: TimedOut.self) { try await withResolver { $0.resolve(TimedOut()) } }
    await #expect(throws: TimedOut.self) {
      try await withResolver { $0.resolve(Result<Int, TimedOut>.failure(TimedOut())) }
    }
  }

  @Test func `neither a value nor an error is an error`() async throws {
    await #expect(throws: MissingResult.self) { try await withResolver { $0.resolve(nil as Int?, nil) } }
    await #expect(throws: MissingResult.self) {
      let _: (Int?, Int?) = try await wrap { handler in handler(nil, nil, nil) }
    }
  }

  @Test func `only the first call counts`() async throws {
    let value = try await withResolver(of: Int.self) { resolver in
      resolver.fulfill(1)
      resolver.fulfill(2)
      resolver.reject(TimedOut())
    }
    #expect(value == 1)
    let sealed = await withSeal(of: Int.self) { seal in
      seal(1)
      seal(2)
    }
    #expect(sealed == 1)
  }

  @Test func `cancellation stops the callee`() async throws {
    let started = Gate()
    let task = Task { [log] in
      try await withResolver(of: Int.self) { resolver in
        resolver.onCancel {
          log.note("stopped")
          resolver.fulfill(1)  // too late
        }
        started.open()
      }
    }
    await started.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == ["stopped"])
  }

  @Test func `a call that is settled does not stop the callee`() async throws {
    for value in 0..<5_000 {
      let result = try await withResolver(of: Int.self) { [log] resolver in
        resolver.onCancel { log.note("stopped") }
        Task.detached { resolver.fulfill(value) }
      }
      #expect(result == value)
    }
    #expect(log.lines == [])
  }

  @Test func `a canceled task stops the callee as soon as it has started`() async throws {
    let task = Task { [log] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withResolver(of: Int.self) { resolver in resolver.onCancel { log.note("stopped") } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == ["stopped"])
  }

  @Test func `a canceled task waits for a callback that cannot fail`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await withSeal { seal in Task { seal(1) } }
    }
    #expect(await task.value == 1)
  }

  @Test func `wrap awaits a handler of each kind`() async throws {
    try await wrap { (handler: @Sendable () -> Void) in handler() }
    #expect(try await wrap { handler in handler(1) } == 1)
    try await wrap { (handler: @Sendable ((any Error)?) -> Void) in handler(nil) }
    #expect(try await wrap { (handler: @Sendable (Result<Int, TimedOut>) -> Void) in handler(.success(2)) } == 2)
    #expect(try await wrap { (handler: @Sendable (Int, (any Error)?) -> Void) in handler(3, nil) } == 3)
    #expect(try await wrap { (handler: @Sendable (Int?, (any Error)?) -> Void) in handler(4, nil) } == 4)
    #expect(try await wrap { (handler: @Sendable ((any Error)?, Int?) -> Void) in handler(nil, 5) } == 5)
    let both = try await wrap { (handler: @Sendable (Int?, String?, (any Error)?) -> Void) in handler(6, nil, nil) }
    #expect(both == (6, nil))
  }

  @Test func `wrap throws the error of a handler of each kind`() async throws {
    await #expect(throws: TimedOut.self) {
      try await wrap { (handler: @Sendable ((any Error)?) -> Void) in handler(TimedOut()) }
    }
    await #expect(throws: TimedOut.self) {
      try await wrap { (handler: @Sendable (Result<Int, TimedOut>) -> Void) in handler(.failure(TimedOut())) }
    }
    await #expect(throws: TimedOut.self) {
      try await wrap { (handler: @Sendable (Int, (any Error)?) -> Void) in handler(3, TimedOut()) }
    }
    await #expect(throws: TimedOut.self) {
      try await wrap { (handler: @Sendable (Int?, (any Error)?) -> Void) in handler(nil, TimedOut()) }
    }
    await #expect(throws: TimedOut.self) {
      try await wrap { (handler: @Sendable ((any Error)?, Int?) -> Void) in handler(TimedOut(), nil) }
    }
    await #expect(throws: TimedOut.self) {
      _ = try await wrap { (handler: @Sendable (Int?, String?, (any Error)?) -> Void) in handler(nil, nil, TimedOut()) }
    }
  }
}
