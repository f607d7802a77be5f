import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.2.4: a handler must not be called until the execution context stack contains only platform code.
///
/// The tests create the hardest conditions: they attach and settle on the same serial queue on which the handler runs.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct APlus224Tests {
  /// The executors that run one handler at a time.
  static let executors = [APlusExecutor.implicit, .queue]

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.4: onFulfilled must not be called within the call that attaches it or the call that fulfills the promise`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    for executor in Self.executors {
      let log = Log<String>()
      await executor.queue!.async(.promise) {
        settling.settle(.success(1)) { promise in
          onFulfilled.attach(to: promise, at: executor) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await allPromisesSettled()
      #expect(log.entries == ["attached", "returned", "called"], "\(executor)")
    }
  }

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.4: a guarantee must not call onFulfilled within the call that attaches it or the call that fulfills it`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    for executor in Self.executors {
      let log = Log<String>()
      await executor.queue!.async(.promise) {
        settling.fulfill(1) { guarantee in
          onFulfilled.attach(to: guarantee, at: executor) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await allPromisesSettled()
      #expect(log.entries == ["attached", "returned", "called"], "\(executor)")
    }
  }

  @Test(arguments: OnRejected.allCases, Settling.allCases)
  func `2.2.4: onRejected must not be called within the call that attaches it or the call that rejects the promise`(
    _ onRejected: OnRejected, _ settling: Settling
  ) async throws {
    for executor in Self.executors {
      let log = Log<String>()
      await executor.queue!.async(.promise) {
        settling.settle(.failure(TestError.one)) { promise in
          onRejected.attach(to: promise, at: executor) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await allPromisesSettled()
      #expect(log.entries == ["attached", "returned", "called"], "\(executor)")
    }
  }

  @Test(arguments: OnFulfilled.allCases, OnRejected.allCases)
  func `2.2.4: onFulfilled must not be called within another handler that attaches it or fulfills its promise`(
    _ onFulfilled: OnFulfilled, _ onRejected: OnRejected
  ) async throws {
    for executor in Self.executors {
      let log = Log<String>()
      let settled = Promise.value(1)
      let (promise, resolver) = Promise<Int>.pending()
      onFulfilled.attach(to: promise, at: executor) { _ in log("fulfilled") }
      onRejected.attach(to: Promise(error: TestError.one), at: executor) { _ in
        onFulfilled.attach(to: settled, at: executor) { _ in log("attached") }
        resolver.fulfill(1)
        log("returned")
      }
      try await allPromisesSettled()
      #expect(log.entries.first == "returned" && log.count == 3, "\(executor): \(log.entries)")
    }
  }

  @Test(arguments: OnFulfilled.allCases, OnRejected.allCases)
  func `2.2.4: onRejected must not be called within another handler that attaches it or rejects its promise`(
    _ onFulfilled: OnFulfilled, _ onRejected: OnRejected
  ) async throws {
    for executor in Self.executors {
      let log = Log<String>()
      let settled = Promise<Void>(error: TestError.one)
      let (promise, resolver) = Promise<Void>.pending()
      onRejected.attach(to: promise, at: executor) { _ in log("rejected") }
      onFulfilled.attach(to: Promise.value(1), at: executor) { _ in
        onRejected.attach(to: settled, at: executor) { _ in log("attached") }
        resolver.reject(TestError.one)
        log("returned")
      }
      try await allPromisesSettled()
      #expect(log.entries.first == "returned" && log.count == 3, "\(executor): \(log.entries)")
    }
  }

  @Test func `2.2.4: a handler must not be called within the handler of the previous step of its chain`() async throws {
    for executor in Self.executors {
      let log = Log<String>()
      let (start, resolver) = Promise<Void>.pending()
      var chain = start
      for _ in 0..<3 {
        chain = chain.done(on: executor.queue) {
          log("in")
          defer { log("out") }
          throw TestError.one
        }.recover(on: executor.queue) { _ -> Promise<Void> in
          log("in")
          defer { log("out") }
          return Promise()
        }
      }
      resolver.fulfill()
      try await allPromisesSettled()
      #expect(log.entries == (0..<6).flatMap { _ in ["in", "out"] }, "\(executor)")
    }
  }

  // MARK: Actors

  @Test(arguments: Settling.allCases)
  @MainActor func `2.2.4: a main-actor handler must not be called within the code that attaches it`(
    _ settling: Settling
  ) async throws {
    var lines: [String] = []
    settling.settle(.success(1)) { promise in
      promise.done { _ in
        MainActor.assertIsolated()
        lines.append("called")
      }.cauterize()
      lines.append("attached")
    }
    lines.append("returned")
    try await allPromisesSettled()
    #expect(lines == ["attached", "returned", "called"])
  }

  actor Desk {
    var lines: [String] = []

    func attach(_ settling: Settling) {
      settling.settle(.success(1)) { promise in
        promise.done { _ in self.lines.append("called") }.cauterize()
        lines.append("attached")
      }
      lines.append("returned")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.4: an actor-isolated handler must not be called within code that attaches it`(
    _ settling: Settling
  ) async throws {
    let desk = Desk()
    await desk.attach(settling)
    try await allPromisesSettled()
    #expect(await desk.lines == ["attached", "returned", "called"])
  }
}
