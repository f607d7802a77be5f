import Dispatch
@testable import PromiseTesting
import TestSupport
import Testing

/// Tests that a test which waits for a promise of another test says so when it fails.
@Suite(.sharingProcessors) struct ForeignWaitTests {
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
    defer { for resolver in kept.entries { resolver.fulfill(1) } }
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
    var texts: [String] = []
    // On a busy machine, a task may need longer than the limit to begin its wait. The body then runs again.
    for limit in [200, 4_000, 32_000] where !texts.joined().contains("a promise of test") {
      let found = try await issues(with: .promises(timeLimit: .milliseconds(limit), pending: .ignore)) {
        let promise = shared.entries[0]
        try await wait.perform(promise)
      }
      texts = found.map(\.text)
    }
    isOver.open()
    _ = try await owner.value
    // The line of a derived promise is another one.
    let place = "\(#fileID):\(wait == .derived || wait == .getOfAGuarantee ? "" : "\(line)")"
    let name = "\"\(try #require(Test.current?.displayName))\""
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.contains(" exceeded: the test is canceled\npending: a promise of test \(name), "))
    #expect(text.contains(", created at \(place)"))
    #expect(text.contains(", which uses the manual clock of that test"))
    #expect(
      text.contains("\ncreate a new promise in each test, instead of one that several tests share, or set"))
  }

  @Test(arguments: [true, false]) func `a cancellation by the end of another test is explained`(_ isWaiting: Bool)
    async throws
  {
    let shared = Log<Promise<Int>>()
    let kept = Log<Resolver<Int>>()
    let isReady = Gate()
    let owner = Task {
      try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore)) {
        let (promise, resolver) = Promise<Int>.pending()
        shared(promise)
        kept(resolver)
        isReady.open()
        if !isWaiting {
          TestInstrument.current!.cancelPending()
          return
        }
        let context = try #require(PromiseContext.current)
        while PendingSnapshot(in: context).promises.allSatisfy(\.waiters.isEmpty) { await Task.yield() }
        TestInstrument.current!.cancelPending()
      }
    }
    try await isReady.opened()
    if !isWaiting { _ = try await owner.value }
    let log = Log<String>()
    let found = try await collectIssues {
      do {
        let test = try #require(Test.current)
        let trait: PromisesTrait = .promises(timeLimit: .testLimit)
        try await trait.provideScope(for: test, testCase: Test.Case.current) { _ = try await shared.entries[0].get() }
      } catch { log("\(error)") }
    }
    _ = try await owner.value
    #expect(log.entries == ["CancellationError()"])
    let text = try #require(found.first?.text)
    #expect(text.hasPrefix("the body \(isWaiting ? "has" : "may have") waited for a promise of test "))
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

  @Test(arguments: [false, true]) func `a promise of the code around withPromises is not one of another test`(
    _ isCanceled: Bool
  ) async throws {
    let line = #line + 2
    let found = try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore)) {
      let (promise, resolver) = Promise<Int>.pending()
      _ = try? await withPromises(timeLimit: isCanceled ? 60 : 0.1) {
        Task {
          await wait { TestInstrument.current?.foreignWaits { _ in true }.isEmpty == false }
          if isCanceled { promise.cancel() }
        }
        return try await promise.get()
      }
      withExtendedLifetime(resolver) {}
    }
    // A parallel test may have left a canceled promise, but this test has none that belongs to another test.
    #expect(!found.contains { $0.text.contains("created at \(#fileID):\(line), and that test") })
    if isCanceled { return }
    let text = try #require(found.first?.text)
    #expect(text.contains("\npending: a promise of the code around `withPromises`, created at \(#fileID):\(line)\n"))
    #expect(text.contains("\nsettle the promise that the body waits for, or set a longer limit"))
  }

  @Test func `a test does not retain a promise of no test after its wait`() async throws {
    let lifetime = Lifetime()
    let found = try await issues {
      for _ in 0..<2 {
        let (promise, resolver) = await Task.detached { Promise<Lifetime.Object>.pending() }.value
        let task = Task { try await promise.get().touch() }
        await wait { TestInstrument.current?.foreignWaits(where: \.isPending).isEmpty == false }
        resolver.fulfill(lifetime.object())
        try await task.value
      }
      await wait { lifetime.alive == 0 }
    }
    #expect(found.isEmpty)
  }
}
