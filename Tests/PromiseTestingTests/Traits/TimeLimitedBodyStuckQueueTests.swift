import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// What the issue of the time limit says about operations of a `PromiseQueue` and attempts of `retry` that are stuck.
@Suite(.sharingProcessors) struct TimeLimitedBodyStuckQueueTests {
  private let kept = Log<Resolver<Int>>()

  /// Checks that the issue of a body that does not return contains some texts, in which `@` is a place in this file.
  ///
  /// On a busy machine, the operations of the body may need longer than the limit to get stuck. The body then runs again
  /// with a higher limit.
  private func expectIssue(
    containing texts: [String], at location: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let texts = texts.map { $0.split(separator: "@").joined(separator: "\(#fileID):") }
    var issue = ""
    for limit in [500, 4_000, 32_000] {
      let found = try await issues(with: .promises(timeLimit: .milliseconds(limit)), body)
      #expect(found.count == 1, sourceLocation: location)
      issue = found.map(\.text).joined()
      if texts.allSatisfy(issue.contains) { return }
    }
    for text in texts { #expect(issue.contains(text), sourceLocation: location) }
  }

  @Test func `an operation that awaits one that is queued behind it is named, with both sites and a remedy`()
    async throws
  {
    let line = #line + 11
    try await expectIssue(
      containing: [
        """
        they wait for each other: @\(line + 1) (add) → @\(line + 2) (add) → @\(line + 1) (add); the operation added at \
        @\(line + 1) waits for the one added at @\(line + 2), which is queued behind it in the PromiseQueue created at \
        @\(line): add the second operation to another queue, or do not await it in the first; 2 tasks wait for them
        break the circle
        """
      ]
    ) {
      let queue = PromiseQueue()
      _ = try await queue.add {
        try await queue.add { 3 }.get()
      }.get()
    }
  }

  @Test func `what waits behind a stuck operation leads to what that operation awaits`() async throws {
    let line = #line + 9
    try await expectIssue(
      containing: [
        "created at @\(line); it waits for its resolver; 2 tasks and 1 promise wait for it\n",
        "\n↳ #2 Promise<Int> from add, @\(line + 3), ",
        "\n↳ #3 Promise<Int> from add, @\(line + 4), ",
        ", queued behind it in the PromiseQueue created at @\(line + 2)\n↳ a task\n",
      ]
    ) {
      let (request, resolver) = Promise<Int>.pending()
      kept(resolver)
      let queue = PromiseQueue()
      queue.add { try await request.get() }
      _ = try await queue.add { 2 }.get()
    }
  }

  @Test func `an operation of another test that occupies the queue is named`() async throws {
    let queue = PromiseQueue()
    let line = #line + 1
    let running = queue.add { try await suspendUntilCanceled() }
    try await expectIssue(
      containing: [
        """
        it waits for its turn in the PromiseQueue created at @\(line - 2), behind the operation added at @\(line), \
        which is not part of this snapshot; 1 task waits for it
        """
      ]
    ) { _ = try await queue.add { 2 }.get() }
    running.cancel()
    _ = await running.getResult()
  }

  @Test func `the attempt of retry is named when only tasks wait`() async throws {
    let line = #line + 8
    try await expectIssue(
      containing: [
        "created at @\(line); it waits for its resolver; 2 tasks wait for it\n",
        "\n↳ #2 Promise<Int> from retry, @\(line + 2), ",
        ", in attempt 1 of 4, task\n",
      ]
    ) {
      let (request, resolver) = Promise<Int>.pending()
      kept(resolver)
      _ = try await retry(attempts: 3) { try await request.get() }.get()
    }
  }
}
