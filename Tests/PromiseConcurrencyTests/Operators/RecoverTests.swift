import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `recover`, `catch` and `ensure`.
@Suite(.promises(timeLimit: .testLimit)) struct AsyncErrorTests {
  private let log = Log<String>()

  @Test func `recover continues with the value that an async handler returns`() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover { try await number(for: $0) }.get() == 1)
    #expect(try await Promise.value(5).recover { try await number(for: $0) }.get() == 5)
    let rethrown = Promise<Int>(error: TestError.two).recover { try await number(for: $0) }
    await #expect(throws: TestError.two) { try await rethrown.get() }
  }

  @Test func `recover(only:) handles errors of the given type only`() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover(only: TestError.self) { try await number(for: $0) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await failed.recover(only: PromiseError.self) { try await number(for: $0) }.get()
    }
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

  @Test func `catch handles an error and passes it on`() async throws {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let promise = Promise<Int>(error: TestError.one).catch { [log] error in
        await Task.yield()
        log("\(error)")
      }
      _ = await promise.getResult()
    }
    #expect(log.entries == ["one"] && reported.entries == [])
    try await Promise.value(1).catch { [log] _ in
      await Task.yield()
      log("never")
    }.get()
    #expect(log.entries == ["one"])
  }

  @Test func `ensure runs for every outcome, and the promise waits for its handler`() async throws {
    let fulfilled = Promise.value(1).ensure { [log] in
      await Task.yield()
      log("a")
    }
    #expect(try await fulfilled.get() == 1)
    let rejected = Promise<Int>(error: TestError.one).ensure { [log] in
      await Task.yield()
      log("b")
    }
    await #expect(throws: TestError.one) { try await rejected.get() }
    let sure: Guarantee<Int> = Guarantee.value(2).ensure { [log] in
      await Task.yield()
      log("c")
    }
    #expect(await sure.get() == 2)
    await Guarantee.value(2).ensure { [log] in
      await Task.yield()
      log("d")
    }.get()
    #expect(log.entries == ["a", "b", "c", "d"])
  }

  @Test func `ensure runs when the chain is canceled, and its task is not canceled`() async throws {
    let isTidy = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.ensure {
      await Task.yield()
      if !Task.isCancelled { isTidy.open() }
    }.map(on: nil) { $0 }
    chain.cancel()
    #expect(resolver.isCancelled)
    try await isTidy.opened()
  }
}

private func number(for error: any Error) async throws -> Int {
  await Task.yield()
  guard error as? TestError == .one else { throw error }
  return 1
}
