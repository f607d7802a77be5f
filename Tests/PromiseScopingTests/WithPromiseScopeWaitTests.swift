import Dispatch
import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

/// In a scope, a canceled wait for a promise cancels the promise as well.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WithPromiseScopeWaitTests {
  /// Work that a resolver settles, and that notes its cancellation.
  private final class Upstream: Sendable {
    let promise: Promise<Int>
    let resolver: Resolver<Int>
    let isCanceled = Gate()

    init() {
      (promise, resolver) = Promise<Int>.pending()
      resolver.onCancel { [isCanceled] in isCanceled.open() }
    }
  }

  /// How code in a scope waits for a promise.
  enum Wait: CaseIterable {
    case get, getResult, getWithTimeout, guarantee, chain, childTask, group, nestedScope, step, unstructuredTask

    /// Waits for `promise`, after it has called `begin`.
    func wait(for promise: Promise<Int>, _ begin: @escaping @Sendable () -> Void) async throws {
      switch self {
      case .get:
        begin()
        try await promise.get()
      case .getResult:
        begin()
        _ = await promise.getResult()
      case .getWithTimeout:
        begin()
        try await promise.get(timeout: .infinity)
      case .guarantee:
        let guarantee: Guarantee<Int> = promise.recover { _ in Guarantee.value(1) }
        begin()
        await guarantee.get()
      case .chain:
        let chain = promise.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0) }
        begin()
        try await chain.get()
      case .childTask:
        async let value = promise.get()
        begin()
        _ = try await value
      case .group:
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await promise.get() }
          begin()
          _ = try await group.next()
        }
      case .nestedScope:
        try await withPromiseScope { _ in
          begin()
          try await promise.get()
        }
      case .step:
        let step = Promise.value(1).map { _ async throws in
          begin()
          return try await promise.get()
        }
        try await step.get()
      case .unstructuredTask:
        let task = Task { try await promise.get() }
        begin()
        _ = try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      }
    }
  }

  @Test(arguments: Wait.allCases) func `canceling the task of a scope cancels what it waits for`(_ wait: Wait)
    async throws
  {
    let (upstream, hasBegun) = (Upstream(), Gate())
    let task = Task {
      try await withPromiseScope { _ in try await wait.wait(for: upstream.promise) { hasBegun.open() } }
    }
    try await hasBegun.opened()
    task.cancel()
    try await upstream.isCanceled.opened()
    #expect(upstream.promise.isCancelled)
    _ = await task.result
  }

  @Test(arguments: Wait.allCases) func `canceling a member of a scope cancels what it waits for`(_ wait: Wait)
    async throws
  {
    let (upstream, hasBegun, scope) = (Upstream(), Gate(), PromiseScope())
    let member = scope.addTask { try await wait.wait(for: upstream.promise) { hasBegun.open() } }
    try await hasBegun.opened()
    scope.cancel()
    try await upstream.isCanceled.opened()
    #expect(upstream.promise.isCancelled && member.isCancelled)
    try await scope.waitForAll()
  }

  @Test func `outside of a scope, and with .leave, a canceled wait leaves the promise alone`() async throws {
    let (outside, left) = (Upstream(), Upstream())
    let tasks = [
      Task { _ = try await outside.promise.get() },
      Task { try await withPromiseScope { _ in _ = try await left.promise.get(cancellation: .leave) } },
    ]
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
    #expect(outside.promise.isPending && left.promise.isPending)
    for upstream in [outside, left] { upstream.resolver.fulfill(1) }
    let policies = try await withPromiseScope { _ in
      (CancellationPolicy.default, await Task.detached { CancellationPolicy.default }.value)
    }
    #expect(policies == (.forward, .leave))
    #expect(CancellationPolicy.default == .leave)
  }

  @Test func `a promise with another consumer continues`() async throws {
    let (upstream, hasBegun) = (Upstream(), Gate())
    let other = upstream.promise.map(on: nil) { $0 + 1 }
    let task = Task {
      try await withPromiseScope { _ in
        hasBegun.open()
        return try await upstream.promise.get()
      }
    }
    try await hasBegun.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    upstream.resolver.fulfill(1)
    #expect(try await other.get() == 2)
  }

  @Test func `the work of 1,000 clients that disconnect is canceled`() async throws {
    let upstreams = (0..<1000).map { _ in Upstream() }
    let begun = Counter()
    let tasks = upstreams.map { upstream in
      Task {
        try await withPromiseScope { _ in
          let answer = upstream.promise.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0) }
          begun.next()
          return try await answer.get()
        }
      }
    }
    await wait { begun.value == 1000 }
    for task in tasks { task.cancel() }
    for upstream in upstreams { try await upstream.isCanceled.opened() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
  }
}
