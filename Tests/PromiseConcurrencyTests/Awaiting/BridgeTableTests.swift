import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The table in the documentation of the module: what can happen to a promise × what can happen to the waiting task.
/// The table refers to these tests, and to their arguments, by name.
@Suite(.promises(timeLimit: .testLimit)) struct BridgeTableTests {
  enum Fate: CaseIterable {
    case fulfilled, rejected, canceled, abandoned, neverSettles
  }

  /// A promise, and the means to determine its outcome.
  private final class Subject: Sendable {
    let promise: Promise<Int>
    private let resolver: Lock<Resolver<Int>?>

    init() {
      let (promise, resolver) = silently { Promise<Int>.pending() }
      self.promise = promise
      self.resolver = Lock(resolver)
    }

    func meet(_ fate: Fate) {
      switch fate {
      case .fulfilled: resolver.withLock { $0 }?.fulfill(1)
      case .rejected: resolver.withLock { $0 }?.reject(TestError.one)
      case .canceled: promise.cancel()
      case .abandoned: _ = resolver.withLock { $0.take() }
      case .neverSettles: break
      }
    }

    /// No test waits forever.
    deinit { promise.cancel() }
  }

  private func expect(_ result: Result<Int, any Error>?, is fate: Fate) {
    switch (fate, result) {
    case (.fulfilled, .success(1)), (.rejected, .failure(TestError.one)), (.neverSettles, nil): break
    case (.canceled, .failure(let error)): #expect(error is CancellationError)
    case (.abandoned, .failure(PromiseError.abandoned(let file, _))): #expect(file.hasSuffix("BridgeTableTests.swift"))
    default: Issue.record("\(String(describing: result)) is not \(fate)")
    }
  }

  @Test(arguments: Fate.allCases) func waits(_ fate: Fate) async {
    let subject = Subject()
    let stage = Stage()
    let task = await stage.start { stage in try await subject.promise.get() }
    await stage.allSuspended()
    subject.meet(fate)
    if fate == .neverSettles {
      #expect(subject.promise.observerCount == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    } else {
      expect(await task.result, is: fate)
    }
  }

  @Test(arguments: Fate.allCases) func canceledBefore(_ fate: Fate) async {
    let subject = Subject()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await subject.promise.get()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(subject.promise.isPending)
    subject.meet(fate)
    expect(subject.promise.result, is: fate)
  }

  /// If the promise is already settled, the task need not wait.
  @Test(arguments: Fate.allCases) func canceledBeforeButSettled(_ fate: Fate) async {
    let subject = Subject()
    subject.meet(fate)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await subject.promise.get()
    }
    let result = await task.result
    if fate == .neverSettles {
      #expect(throws: CancellationError.self) { try result.get() }
    } else {
      expect(result, is: fate)
    }
  }

  @Test(arguments: Fate.allCases) func canceledWhile(_ fate: Fate) async {
    let subject = Subject()
    let stage = Stage()
    let task = await stage.start { stage in try await subject.promise.get() }
    let other = await stage.start { stage in try await subject.promise.get() }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(subject.promise.isPending)
    subject.meet(fate)
    expect(subject.promise.result, is: fate)
    if fate == .neverSettles { other.cancel() } else { expect(await other.result, is: fate) }
  }

  @Test(arguments: Fate.allCases) func canceledAfter(_ fate: Fate) async {
    let subject = Subject()
    let stage = Stage()
    let hasWaited = Gate()
    let forever = Gate()
    let task = await stage.start { stage in
      let result = await subject.promise.getResult()
      hasWaited.open()
      // The task is still running when it is canceled.
      try? await forever.opened()
      return result
    }
    await stage.allSuspended()
    subject.meet(fate)
    // A task that waits forever never gets past the wait: any cancellation occurs while it waits.
    if fate != .neverSettles { try? await hasWaited.opened() }
    task.cancel()
    let result = try? await task.value
    forever.open()
    if fate == .neverSettles {
      #expect(throws: CancellationError.self) { try result?.get() }
    } else {
      expect(result, is: fate)
    }
    expect(subject.promise.result, is: fate)
  }

  @Test(arguments: Fate.allCases) func hasATimeLimit(_ fate: Fate) async throws {
    let subject = Subject()
    let clock = HandClock()
    let task = Task { try await subject.promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    clock.advance(by: .seconds(4))
    #expect(subject.promise.isPending)
    subject.meet(fate)
    clock.advance(by: .seconds(1))
    if fate == .neverSettles {
      await #expect(throws: PromiseError.timedOut) { try await task.value }
      #expect(subject.promise.isCancelled)
    } else {
      expect(await task.result, is: fate)
      expect(subject.promise.result, is: fate)
    }
  }
}
