import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The descriptions of errors, and which errors are equal.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseErrorTests {
  @Test func `each error has a description and equals only itself`() {
    let errors: [(PromiseError, String)] = [
      (
        .abandoned(file: "A/B.swift", line: 7),
        """
        The promise created at A/B.swift:7 was abandoned: its resolver was released without being called. Call the \
        resolver on every path.
        """
      ),
      (.cancelled, "The operation was canceled."),
      (
        .returnedSelf,
        "A handler returned the promise that waits for the result of that handler. Return another promise."
      ),
      (
        .invalidCallingConvention,
        "A callback was called with neither a value nor an error. Its caller must pass one of them."
      ),
      (
        .badInput,
        "Invalid argument: `race` needs at least one promise, and a concurrency limit must be at least 1."
      ),
      (
        .compactMap("one", Int.self),
        "The handler of `compactMap` must return a value, but no Int could be created from a value of type String."
      ),
      (
        .emptySequence,
        """
        An element was required, but the sequence is empty or has no matching element. Pass a sequence that has one, \
        or handle this error.
        """
      ),
      (.validationFailed, "The value failed validation. Correct it, or handle this error."),
      (.timedOut, "The operation timed out. Set a longer timeout, or handle this error."),
      (
        .queueIsFull,
        "The queue is full: it allows no more waiting elements. Raise `maxWaiting`, or add elements more slowly."
      ),
      (.noWinner([TestError.one, TestError.two]), "Every promise of the race was rejected: one; two"),
    ]
    for (number, (error, text)) in errors.enumerated() {
      #expect("\(error)" == text)
      if case .noWinner = error {
        #expect(String(reflecting: error) == "All thenables passed to race(fulfilled:) were rejected")
      } else {
        #expect(String(reflecting: error) == "PromiseError: \(text)")
      }
      // Each error equals only itself.
      for (other, (otherError, _)) in errors.enumerated() { #expect((error == otherError) == (number == other)) }
    }
  }

  @Test func `a timeout error names the call that set the timeout`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let late = promise.timeout(seconds: 0, losers: .spare, file: "A/B.swift", line: 7)
    await #expect(throws: PromiseError.timedOut) { try await late.get() }
    let error = late.error as? PromiseError
    let action = "Set a longer timeout, or handle this error."
    #expect(error?.description == "The operation timed out. \(action)")
    guard case .timedOut("A/B.swift", 7)? = error else {
      Issue.record("\(late)")
      return
    }
    do {
      _ = try await promise.get(timeout: 0, losers: .spare, file: "A/C.swift", line: 8)
      Issue.record("expected the timeout to be exceeded")
    } catch {
      #expect(
        String(reflecting: error)
          == "PromiseError: The operation timed out: the timeout set at A/C.swift:8 was exceeded. \(action)")
    }
    resolver.fulfill(1)
  }

  @Test func `errors of the same case are equal, unless their creation sites differ`() {
    #expect(PromiseError.compactMap(1, String.self) == .compactMap("one", Int.self))
    #expect(PromiseError.noWinner([]) == .noWinner([TestError.one]))
    let abandoned = PromiseError.abandoned(file: "A/B.swift", line: 7)
    #expect(abandoned != .abandoned(file: "A/B.swift", line: 8))
    #expect(abandoned != .abandoned(file: "A/C.swift", line: 7))
  }
}
