import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

/// A function that ends when everything that was started in it has ended.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WithPromiseScopeTests {
  private let log = Log<String>()

  /// Work that ends only when it is canceled, and a little later then.
  private func endless(_ name: String) async throws {
    do { try await suspendUntilCanceled() } catch {
      await Task.yield()
      log("\(name) ended")
      throw error
    }
  }

  @Test func `it returns the value of its body when everything has ended`() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let value = try await withPromiseScope { scope in
      scope.addTask { [log] in
        await Task.yield()
        log("task")
        // A member may add members until the last one has ended.
        scope.addTask {
          await Task.yield()
          log("inner task")
          resolver.fulfill()
        }
      }
      promise.done { [log] in log("handler") }.store(in: scope)
      return 1
    }
    #expect(value == 1)
    #expect(log.entries == ["task", "inner task", "handler"])
  }

  @Test(arguments: [FailurePolicy.cancelOthers, .collect]) func `an error that arrives after the end is reported`(
    _ failures: FailurePolicy
  ) async throws {
    let scope = try await withPromiseScope(failures: failures) { $0 }
    let reports = reports {
      Promise<Void>(error: TestError.one).store(in: scope)
      Promise<Void>(error: TestError.one).store(in: scope)
    }
    #expect(reports.count == 2)

    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      Task<Void, any Error> { throw TestError.two }.store(in: scope)
      await wait { reported.count > 0 }
    }
    #expect(reported.entries.map { $0.contains("two") } == [true])
  }

  @Test func `the descriptions of errors are read outside of deliveries`() async throws {
    struct Described: Error, CustomStringConvertible {
      let read: @Sendable () -> Void
      var description: String {
        read()
        return "an error"
      }
    }
    let reads = Log<Bool>()
    let error = Described {
      // Within a delivery, the handler would not run yet.
      let handled = Log<Int>()
      Promise.value(1).done(on: nil) { handled($0) }.cauterize()
      reads(handled.count == 1)
    }
    await #expect(throws: Described.self) {
      try await withPromiseScope { scope in
        Promise<Void>(error: error).store(in: scope)
        Promise<Void>(error: error).store(in: scope)
      }
    }
    #expect(!reads.entries.isEmpty && reads.entries.allSatisfy { $0 })
  }

  @Test func `the first error cancels the other members and is thrown`() async throws {
    await #expect(throws: TestError.one) {
      try await withPromiseScope(failures: .cancelOthers) { scope in
        scope.addTask { try await endless("first") }
        Promise { try await endless("second") }.store(in: scope)
        Task { try await endless("third") }.store(in: scope)
        scope.addTask { throw TestError.one }
      }
    }
    #expect(log.entries.sorted() == ["first ended", "second ended", "third ended"])
  }

  @Test func `the error of a stored promise or task is thrown`() async throws {
    await #expect(throws: TestError.one) {
      try await withPromiseScope { Promise<Void>(error: TestError.one).store(in: $0) }
    }
    await #expect(throws: TestError.two) {
      try await withPromiseScope { Task { throw TestError.two }.store(in: $0) }
    }
  }

  @Test func `an error that the chain of a member has handled is no failure, and neither is cancellation`() async throws
  {
    try await withPromiseScope { scope in
      Promise<Void>(error: TestError.one).catch(on: nil) { [log] _ in log("caught") }.store(in: scope)
      scope.addTask { throw CancellationError() }
      scope.addTask { try await suspendUntilCanceled() }.cancel()
    }
    #expect(log.entries == ["caught"])
  }

  @Test func `an abandoned promise is a failure`() async throws {
    await PromiseContext.$current.withValue(PromiseContext(report: { _ in })) {
      await #expect(throws: PromiseError.self) {
        try await withPromiseScope { scope in Promise<Void> { _ in }.store(in: scope) }
      }
    }
  }

  @Test func `the error of the body cancels the members`() async throws {
    await #expect(throws: TestError.one) {
      try await withPromiseScope { scope in
        scope.addTask { try await endless("member") }
        throw TestError.one
      }
    }
    await #expect(throws: CancellationError.self) {
      try await withPromiseScope { scope in
        scope.addTask { try await endless("other member") }
        throw CancellationError()
      }
    }
    #expect(log.entries == ["member ended", "other member ended"])
  }

  @Test func `the failure of a member comes before what it does to the body`() async throws {
    await #expect(throws: TestError.one) {
      try await withPromiseScope { scope in
        let other = scope.addTask { try await endless("member") }
        scope.addTask { throw TestError.one }
        try await other.get()
      }
    }
  }

  @Test func `errors may be collected while the members continue`() async throws {
    let errors = await #expect(throws: PromiseScopeErrors.self) {
      try await withPromiseScope(failures: .collect) { scope in
        let first = scope.addTask { throw TestError.one }
        scope.addTask { [log] in
          _ = await first.getResult()
          await Task.yield()
          log("continued")
        }
        _ = await first.getResult()
        throw TestError.two
      }
    }
    #expect(errors?.errors as? [TestError] == [.one, .two])
    #expect(log.entries == ["continued"])
  }

  @Test func `a task that is not started because the calling task is canceled is no success`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withPromiseScope { [log] scope in
        scope.addTask { log("ran") }
        return 1
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.entries.isEmpty)
  }

  @Test func `the scope is closed when it has ended`() async throws {
    for _ in 0..<raceCount / 20 {
      let scope = try await withPromiseScope { scope in
        scope.addTask {}
        return scope
      }
      #expect(scope.isCancelled)
    }
  }

  @Test func `later errors of the body and of tasks are reported`() async throws {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      await #expect(throws: TestError.one) {
        try await withPromiseScope { scope in
          scope.addTask { throw TestError.one }
          await wait { scope.isCancelled }
          Task { throw TestError.two }.store(in: scope)
          throw TestError.two
        }
      }
    }
    await wait { reported.count == 2 }
    #expect(reported.entries.filter { $0.contains("two") }.count == 2)
  }

  @Test func `an error that members and the body pass on is not reported`() async throws {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      await #expect(throws: TestError.one) {
        try await withPromiseScope { scope in
          let first = scope.addTask { throw TestError.one }
          first.map(on: nil) { _ in }.store(in: scope)
          Task { try await first.get() }.store(in: scope)
          scope.addTask { try await first.get() }
          try await first.get()
        }
      }
    }
    #expect(reported.entries.isEmpty)
  }

  @Test func `later errors after the first are reported`() async throws {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      await #expect(throws: TestError.one) {
        try await withPromiseScope { scope in
          scope.addTask { throw TestError.one }
          await wait { scope.isCancelled }
          Promise<Void>(error: TestError.two).store(in: scope)
        }
      }
    }
    await wait { reported.count == 1 }
    #expect(reported.entries[0].contains("two"))
  }

  @Test func `the cancellation of the calling task cancels the members and is thrown`() async throws {
    let isRunning = Gate()
    let task = Task {
      try await withPromiseScope { scope in
        scope.addTask {
          isRunning.open()
          try await endless("member")
        }
        return 1
      }
    }
    try await isRunning.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.entries == ["member ended"])
  }

  @Test func `a cancellation that cancels no member does not discard the value`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withPromiseScope { _ in 1 }
    }
    #expect(try await task.value == 1)
  }

  @Test func `canceling the scope is no error`() async throws {
    let value = try await withPromiseScope { scope in
      scope.addTask { try await endless("member") }
      scope.cancel()
      return 1
    }
    #expect(value == 1)
    #expect(log.entries == ["member ended"])
  }

  @Test func `what is added after the end is canceled`() async throws {
    let scope = try await withPromiseScope { $0 }
    #expect(scope.isCancelled)
    let (promise, resolver) = Promise<Void>.pending()
    promise.store(in: scope)
    #expect(resolver.isCancelled)
  }

  @Test func `the body runs on the actor of the caller, with values that are not Sendable`() async throws {
    final class Counter { var count = 0 }
    try await Task { @MainActor in
      let counter = Counter()
      let result = try await withPromiseScope { scope in
        MainActor.assertIsolated()
        counter.count += 1
        scope.addTask { counter.count += 1 }
        return counter
      }
      #expect(result.count == 2)
    }.value
  }

  @Test(.promises(timeLimit: .testLimit, time: .manual)) func `members may use virtual time`() async throws {
    let clock = try ManualClock.current
    let running = Task {
      try await withPromiseScope { scope in
        scope.addTask { [log] in
          await after(seconds: 60).get()
          log("a minute later")
        }
      }
    }
    await clock.advance(by: .seconds(60))
    _ = try await running.value
    #expect(log.entries == ["a minute later"])
  }
}
