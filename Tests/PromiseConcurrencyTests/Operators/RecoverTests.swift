import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `recover`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RecoverTests {
  private let log = Log<String>()

  @Test func `recover continues with the value that an async handler returns`() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover { try await number(for: $0) }.get() == 1)
    #expect(try await Promise.value(5).recover { try await number(for: $0) }.get() == 5)
    let rethrown = Promise<Int>(error: TestError.two).recover { try await number(for: $0) }
    await #expect(throws: TestError.two) { try await rethrown.get() }
  }

  @Test func `recover with a guarantee handles every error, including cancellation`() async throws {
    let guarantee: Guarantee<Int> = Promise<Int>(error: TestError.one).recover { _ in
      Guarantee {
        await Task.yield()
        return 3
      }
    }
    #expect(await guarantee.get() == 3)
    let (pending, resolver) = Promise<Int>.pending()
    let cancelled: Guarantee<Int> = pending.recover { error in
      Guarantee {
        await Task.yield()
        return error.isCancelled ? 4 : 5
      }
    }
    pending.cancel()
    #expect(await cancelled.get() == 4)
    #expect(resolver.isCancelled)
  }

  @Test func `recover skips cancellation unless the policy includes it`() async throws {
    let cancelled = Promise<Int>(error: CancellationError())
    await #expect(throws: CancellationError.self) { try await cancelled.recover { try await number(for: $0) }.get() }
    let asked = cancelled.recover(policy: .allErrors) { error -> Int in
      await Task.yield()
      return error.isCancelled ? 1 : 2
    }
    #expect(try await asked.get() == 1)
  }

  @Test func `a promise without a value recovers when its handler returns`() async throws {
    let recovered: Promise<Void> = Promise<Void>(error: TestError.one).recover { [log] error in
      await Task.yield()
      log("\(error)")
    }
    try await recovered.get()
    #expect(log.entries == ["one"])
    let canceled = Promise<Void>(error: CancellationError()).recover { _ in await Task.yield() }
    await #expect(throws: CancellationError.self) { try await canceled.get() }
    await #expect(throws: TestError.two) {
      try await Promise<Void>(error: TestError.two).recover { _ = try await number(for: $0) }.get()
    }
  }
}
