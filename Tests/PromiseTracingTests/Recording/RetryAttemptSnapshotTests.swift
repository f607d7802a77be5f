import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What a snapshot says about `retry`: the number of the attempt, and whether it has begun.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore, time: .manual))
struct RetryAttemptSnapshotTests {
  /// Waits until a promise that `retry` has created, and its attempt, are pending. Returns the text of the snapshot.
  private func text(_ condition: (PendingSnapshot) -> Bool) async throws -> String {
    while true {
      try Task.checkCancellation()
      let snapshot = PromiseDiagnostics.pendingPromises()
      if condition(snapshot) { return snapshot.description }
      await Task.yield()
    }
  }

  /// Returns the text when the promise of `retry` waits for another promise.
  private func textOfConnected() async throws -> String {
    try await text { $0.promises.contains { $0.operation == "retry" && !$0.dependencies.filter(\.isPromise).isEmpty } }
  }

  @Test func `a promise in an attempt names it`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let calls = Counter()
    let promise = retry(attempts: 3, delay: 0) { calls.next() < 2 ? Promise<Int>(error: TestError.one) : request }
    _ = try await text { _ in calls.value == 3 }
    #expect(try await textOfConnected().hasSuffix(", in attempt 3 of 4"))
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
  }

  @Test func `an async attempt is named`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let calls = Counter()
    let promise = retry(attempts: 3, delay: 0) { () async throws -> Int in
      if calls.next() < 2 { throw TestError.one }
      return try await request.get()
    }
    #expect(try await textOfConnected().hasSuffix(", in attempt 3 of 4, task"))
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
  }

  @Test func `a promise that pauses names the next attempt and the timer`() async throws {
    let promise = retry(attempts: 3, delay: 60) { Promise<Int>(error: TestError.one) }
    let text = try await textOfConnected()
    #expect(text.contains(", waits for a timer, due in 60 s\n↳ "))
    #expect(text.hasSuffix(", before attempt 2 of 4"))
    let snapshot = PromiseDiagnostics.pendingPromises()
    let reason = try snapshot.reason(whyPending: promise.any, in: #require(promise.context))
    #expect(
      reason == "it waits before attempt 2 of 4 because a timer created at \(#fileID):\(#line - 6) is due in 60 s")
    promise.cancel()
  }

  @Test func `an async function that pauses names the next attempt`() async throws {
    let promise = retry(attempts: 3, delay: 60) { () async throws -> Int in throw TestError.one }
    let text = try await textOfConnected()
    #expect(text.contains(", waits for a timer, due in 60 s\n↳ "))
    #expect(text.hasSuffix(", before attempt 2 of 4, task"))
    promise.cancel()
  }

  @Test(arguments: [(3, " of 4"), (-1, " of 1"), (.max, "")])
  func `an attempt that awaits no promise is part of the cause`(_ retries: Int, _ total: String) async throws {
    let promise = retry(attempts: retries) { try await suspendUntilCanceled() }
    let text = try await text { $0.description.contains("attempt") }
    #expect(text.contains("a task, started at \(#fileID):\(#line - 2), has not ended, in attempt 1\(total)\n"))
    #expect(text.hasSuffix(", waits for its task, in attempt 1\(total)"))
    promise.cancel()
  }
}

extension PendingPromise.Dependency {
  fileprivate var isPromise: Bool { if case .promise = self { true } else { false } }
}
