import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The descriptions of promises, guarantees and errors.
@Suite(.promises(timeLimit: .testLimit)) struct DescriptionTests {
  /// Returns the debug description up to the creation site.
  private func state(of promise: some CustomDebugStringConvertible) -> String {
    promise.debugDescription.components(before: " at PromiseCoreTests/DescriptionTests.swift:")
  }

  @Test func `the debug description includes the creation site`() {
    let promise = Promise.value(3, file: "A/B.swift", line: 7)
    #expect(promise.debugDescription == "Promise<Int>.fulfilled(3) at A/B.swift:7")
    let derived = promise.map(on: nil, { $0 }, file: "A/C.swift", line: 8)
    #expect(String(reflecting: derived) == "Promise<Int>.fulfilled(3) at A/C.swift:8")
    #expect(promise.description == "Promise(3)")
  }

  @Test func `the description of a pending promise shows its value type`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect("\(promise)" == "Promise(…Int)")
    #expect(state(of: promise) == "Promise<Int>.pending(handlers: 0)")
    resolver.fulfill(1)
  }

  @Test func `the debug description includes the number of attached handlers`() {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = [promise.map(on: nil) { $0 }, promise.get(on: nil) { _ in }]
    #expect(state(of: promise) == "Promise<Int>.pending(handlers: 2)")
    #expect(state(of: derived[0]) == "Promise<Int>.pending(handlers: 0)")
    resolver.fulfill(1)
    #expect(state(of: promise) == "Promise<Int>.fulfilled(1)")
    let (guarantee, seal) = Guarantee<Int>.pending()
    guarantee.done(on: nil) { _ in }
    #expect(state(of: guarantee) == "Guarantee<Int>.pending(handlers: 1)")
    seal(1)
  }

  @Test func `the description of a fulfilled promise shows its value`() {
    #expect("\(Promise.value(3))" == "Promise(3)")
    #expect(state(of: Promise.value(3)) == "Promise<Int>.fulfilled(3)")
    #expect("\(Promise.value("text"))" == "Promise(text)")
    #expect("\(Promise<Void>())" == "Promise(())")
  }

  @Test func `the description of a rejected promise shows its error`() {
    let failed = Promise<Int>(error: TestError.one)
    #expect("\(failed)" == "Promise(one)")
    #expect(state(of: failed) == "Promise<Int>.rejected(TestError.one)")
    #expect(failed.error != nil)
  }

  @Test func `reading the description of a rejected promise does not handle its error`() {
    let reported = reports {
      let failed = Promise<Int>(error: TestError.one)
      _ = (failed.description, failed.debugDescription)
    }
    #expect(reported.count == 1)
  }

  @Test func `the description of a guarantee shows its value type or its value`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    #expect("\(guarantee)" == "Guarantee(…Int)")
    #expect(state(of: guarantee) == "Guarantee<Int>.pending(handlers: 0)")
    seal(3)
    #expect("\(guarantee)" == "Guarantee(3)")
    #expect(state(of: guarantee) == "Guarantee<Int>.fulfilled(3)")
  }

  @Test func `an abandoned guarantee is described as pending`() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    #expect("\(guarantee)" == "Guarantee(…Int)")
  }

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
        "The handler of `compactMap` must return a value, but no Int could be created from: one"
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
    #expect(error?.description == "The operation timed out: the timeout set at A/B.swift:7 was exceeded. \(action)")
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

extension String {
  fileprivate func components(before separator: String) -> String {
    guard let range = firstRange(of: separator) else { return self }
    return String(self[..<range.lowerBound])
  }
}
