import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests that a test which waits for a promise of another test says so when it fails.
@Suite(.timeLimit(.minutes(TestLimit.minutes))) struct ForeignWaitTests {
  /// A way to wait for a promise of another test.
  enum Wait: CaseIterable {
    case get, getInAnotherTask, getOfAGuarantee, derived, timeout, wait, hang, expectation

    func perform(_ promise: Promise<Int>) async throws {
      switch self {
      case .get: _ = try await promise.get()
      case .getInAnotherTask: _ = await Task { try await promise.get() }.result
      case .getOfAGuarantee: _ = await promise.recover { _ in .value(1) }.get()
      case .derived: _ = try await promise.map { $0 + 1 }.get()
      case .timeout: _ = try await promise.get(timeout: .seconds(86_400))
      case .wait: try block { _ = try promise.wait() }
      case .hang: try block { _ = try PromiseTesting.hang(promise) }
      case .expectation: try await expectFulfilled(promise, within: .seconds(86_400))
      }
    }

    private func block(_ body: () throws -> Void) rethrows { try body() }
  }

  @Test(arguments: Wait.allCases) func `the issue of the time limit names the other test`(_ wait: Wait) async throws {
    let shared = Log<Promise<Int>>()
    let kept = Log<Resolver<Int>>()
    let (isReady, isOver) = (Gate(), Gate())
    let line = #line + 3
    let owner = Task {
      try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore, time: .manual)) {
        let (promise, resolver) = Promise<Int>.pending()
        shared(promise)
        kept(resolver)
        isReady.open()
        try await isOver.opened()
      }
    }
    try await isReady.opened()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(200), pending: .ignore)) {
      let promise = shared.entries[0]
      try await wait.perform(promise)
    }
    isOver.open()
    _ = try await owner.value
    // The line of a derived promise is another one.
    let place = "\(#fileID):\(wait == .derived || wait == .getOfAGuarantee ? "" : "\(line)")"
    let name = "\"\(try #require(Test.current?.displayName))\""
    let text = try #require(found.first?.text)
    #expect(found.count == 1)
    #expect(text.hasPrefix("time limit of 200 ms exceeded: the test is canceled\npending: a promise of test \(name), "))
    #expect(text.contains(", created at \(place)"))
    #expect(text.contains(", which uses the manual clock of that test"))
    #expect(
      text.contains("\ncreate a promise that several tests use outside of every test, or in each of them, or set"))
  }

  @Test func `a cancellation by the end of another test is explained`() async throws {
    let shared = Log<Promise<Int>>()
    let kept = Log<Resolver<Int>>()
    let isReady = Gate()
    let isWaiting = Gate()
    let owner = Task {
      try await issues {
        let (promise, resolver) = Promise<Int>.pending()
        shared(promise)
        kept(resolver)
        isReady.open()
        try await isWaiting.opened()
        promise.cancel()
      }
    }
    try await isReady.opened()
    let log = Log<String>()
    let found = try await collectIssues {
      let test = try #require(Test.current)
      do {
        try await PromisesTrait.promises(timeLimit: .testLimit).provideScope(
          for: test, testCase: Test.Case.current
        ) {
          let wait = Task { try await shared.entries[0].get() }
          isWaiting.open()
          _ = try await wait.value
        }
      } catch { log("\(error)") }
    }
    _ = try await owner.value
    #expect(log.entries == ["CancellationError()"])
    #expect(found.count == 1)
    let text = try #require(found.first?.text)
    #expect(text.hasPrefix("the body waited for a promise of test "))
    #expect(text.contains("that test cancels its promises when it ends"))
  }

  @Test func `waiting for a promise of another test is no issue`() async throws {
    let shared = Log<Promise<Int>>()
    let (isReady, isOver) = (Gate(), Gate())
    let owner = Task {
      try await issues {
        shared(Promise(after(.milliseconds(1)).map { 1 }))
        isReady.open()
        try await isOver.opened()
      }
    }
    try await isReady.opened()
    let found = try await issues { _ = try await shared.entries[0].get() }
    isOver.open()
    #expect(try await owner.value.isEmpty)
    #expect(found.isEmpty)
  }
}
