import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The table in the article *TheBridge*: what `get()` returns or throws, for what happens to the promise (rows) and to the
/// waiting task (columns). The tests read the table, and check that each of its cells is true.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetTableTests {
  /// What happens to the promise, as the table names it.
  enum Fate: String, CaseIterable {
    case fulfilled = "is fulfilled"
    case rejected = "is rejected"
    case canceled = "is canceled"
    case abandoned = "is abandoned"
    case neverSettles = "never settles"
  }

  /// What happens to the waiting task, as the table names it.
  enum Wait: String, CaseIterable {
    case uninterrupted = "the task waits"
    case canceledBefore = "canceled before it waits"
    case canceledWhile = "canceled while it waits"
    case canceledAfter = "canceled after the event"
    case limited = "has a time limit"
  }

  @Test func `the table has a row for each fate of a promise and a column for each wait`() throws {
    let table = try Self.table()
    #expect(table.map { $0[0] } == ["the promise"] + Fate.allCases.map(\.rawValue))
    #expect(table[0] == ["the promise"] + Wait.allCases.map(\.rawValue))
  }

  @Test(arguments: Fate.allCases, Wait.allCases)
  func `each cell of the table says what get returns or throws`(_ fate: Fate, _ wait: Wait) async throws {
    let table = try Self.table()
    let column = try #require(table[0].firstIndex(of: wait.rawValue))
    let row = try #require(table.first { $0[0] == fate.rawValue })
    #expect(try await result(of: wait, until: fate) == row[column])
  }

  @Test(arguments: Fate.allCases)
  func `a canceled task receives the outcome of a promise that has already settled`(_ fate: Fate) async {
    let subject = Subject()
    subject.meet(fate)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await subject.promise.get()
    }
    let result = await task.result
    #expect(text(result) == (fate == .neverSettles ? "`CancellationError`" : text(subject.promise.result)))
  }

  /// The cells of the table, row by row, the heading first.
  private static func table() throws -> [[String]] {
    try TestSupport.table(in: "PromiseConcurrency/PromiseConcurrency.docc/TheBridge.md", headed: "the promise")
  }

  // MARK: The waits

  /// Returns what `get()` returns or throws, in the words of the table.
  private func result(of wait: Wait, until fate: Fate) async throws -> String {
    switch wait {
    case .uninterrupted: await uninterrupted(fate)
    case .canceledBefore: await canceledBefore(fate)
    case .canceledWhile: await canceledWhile(fate)
    case .canceledAfter: await canceledAfter(fate)
    case .limited: try await limited(fate)
    }
  }

  private func uninterrupted(_ fate: Fate) async -> String {
    let subject = Subject()
    let stage = Stage()
    let task = await stage.start { stage in try await subject.promise.get() }
    await stage.allSuspended()
    subject.meet(fate)
    guard fate == .neverSettles else { return text(await task.result) }
    let keepsWaiting = subject.promise.any.observerCount == 1
    task.cancel()
    _ = await task.result
    return keepsWaiting ? "keeps waiting" : "does not wait"
  }

  private func canceledBefore(_ fate: Fate) async -> String {
    let subject = Subject()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await subject.promise.get()
    }
    let result = await task.result
    #expect(subject.promise.isPending)
    subject.meet(fate)
    return text(result)
  }

  private func canceledWhile(_ fate: Fate) async -> String {
    let subject = Subject()
    let stage = Stage()
    let task = await stage.start { stage in try await subject.promise.get() }
    let other = await stage.start { stage in try await subject.promise.get() }
    await stage.allSuspended()
    task.cancel()
    let result = await task.result
    #expect(subject.promise.isPending)
    subject.meet(fate)
    if fate == .neverSettles { other.cancel() }
    let otherResult = await other.result
    if fate != .neverSettles { #expect(text(otherResult) == text(subject.promise.result)) }
    return text(result)
  }

  private func canceledAfter(_ fate: Fate) async -> String {
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
    return text(result)
  }

  private func limited(_ fate: Fate) async throws -> String {
    let subject = Subject()
    let clock = HandClock()
    let task = Task { try await subject.promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    clock.advance(by: .seconds(4))
    #expect(subject.promise.isPending)
    subject.meet(fate)
    clock.advance(by: .seconds(1))
    let result = await task.result
    #expect(subject.promise.isCancelled == [.canceled, .neverSettles].contains(fate))
    return text(result)
  }

  /// The words of the table for a result.
  private func text(_ result: Result<Int, any Error>?) -> String {
    switch result {
    case .success(1): "value"
    case .failure(TestError.one): "error"
    case .failure(is CancellationError): "`CancellationError`"
    case .failure(PromiseError.timedOut): "`.timedOut`"
    case .failure(PromiseError.abandoned(#fileID, _)): "`.abandoned`"
    default: String(describing: result)
    }
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
}
