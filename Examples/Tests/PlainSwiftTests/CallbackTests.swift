import PlainSwift
import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallbackTests {
  let log = Log()

  @Test func `the value of a callback is returned, also if it comes immediately`() async throws {
    let value = try await withCallback { reply in
      reply(.success(1))
      return { [log] in log.note("stopped") }
    }
    #expect(value == 1)
    #expect(log.lines == [])
  }

  @Test func `the error of a callback is thrown`() async throws {
    await #expect(throws: TimedOut.self) {
      try await withCallback { reply in
        Task { (reply as @Sendable (Result<Int, any Error>) -> Void)(.failure(TimedOut())) }
        return {}
      }
    }
  }

  @Test func `only the first call counts`() async throws {
    let value = try await withCallback { reply in
      reply(.success(1))
      reply(.success(2))
      reply(.failure(TimedOut()))
      return {}
    }
    #expect(value == 1)
  }

  @Test func `cancellation stops the callee`() async throws {
    let started = Gate()
    let task = Task { [log] in
      try await withCallback { (reply: @escaping @Sendable (Result<Int, any Error>) -> Void) in
        started.open()
        return {
          log.note("stopped")
          reply(.success(1))  // too late
        }
      }
    }
    await started.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == ["stopped"])
  }

  @Test func `a canceled task stops the callee as soon as it has started`() async throws {
    let task = Task { [log] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withCallback { (_: @escaping @Sendable (Result<Int, any Error>) -> Void) in
        { log.note("stopped") }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == ["stopped"])
  }
}
