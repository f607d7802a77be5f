import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `withPromiseQueue` and `DispatchQueue.promises`: where handlers run that were written in code isolated to nothing.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct DefaultQueueTests {
  let here = MarkedQueue("DefaultQueueTests.here")
  let there = MarkedQueue("DefaultQueueTests.there")

  /// Where a handler runs that is attached by the code that calls this.
  private func place(_ promise: Promise<Int> = .value(1)) -> Promise<String> { promise.map { _ in name } }

  /// The name of the place where this is called.
  private var name: String {
    if here.isCurrent { return "here" }
    if there.isCurrent { return "there" }
    return isOnMainQueue ? "main" : "elsewhere"
  }

  // MARK: Scoped

  @Test func itIsTheMainQueueUnlessSaidOtherwise() async throws {
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
    #expect(try await place().get() == "main")
  }

  @Test func handlersAttachedWithinRunOnTheQueue() async throws {
    let promise = withPromiseQueue(here.queue) {
      #expect(DispatchQueue.promises === here.queue)
      return place()
    }
    #expect(try await promise.get() == "here")
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
    #expect(try await place().get() == "main")
  }

  @Test func itCountsWhereAHandlerIsAttachedAndNotWhereThePromiseWasMade() async throws {
    let (promise, resolver) = withPromiseQueue(here.queue) { Promise<Int>.pending() }
    let outside = place(promise)
    let inside = withPromiseQueue(there.queue) { place(promise) }
    resolver.fulfill(1)
    #expect(try await outside.get() == "main")
    #expect(try await inside.get() == "there")
  }

  @Test func guaranteesToo() async {
    let guarantee = withPromiseQueue(here.queue) { Guarantee.value(1).map { _ in name } }
    #expect(await guarantee.get() == "here")
  }

  @Test func theInnermostCounts() async throws {
    let promises = withPromiseQueue(here.queue) {
      let before = place()
      let inner = withPromiseQueue(there.queue) { place() }
      return [before, inner, place()]
    }
    #expect(try await when(fulfilled: promises).get() == ["here", "there", "here"])
  }

  @Test func nilRunsHandlersAtOnce() async throws {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    withPromiseQueue(nil) {
      Promise.value(1).done { _ in log("settled") }.cauterize()
      promise.done { _ in log("pending") }.cauterize()
    }
    #expect(log.entries == ["settled"])
    resolver.fulfill(1)
    #expect(log.entries == ["settled", "pending"])
    let inner = withPromiseQueue(nil) { withPromiseQueue(here.queue) { place() } }
    #expect(try await inner.get() == "here")
    #expect(withPromiseQueue(here.queue) { withPromiseQueue(nil) { Promise.value(1).map { $0 } } }.value == 1)
  }

  @Test func anExplicitQueueCountsMore() async throws {
    let promise = withPromiseQueue(here.queue) { Promise.value(1).map(on: there.queue) { _ in name } }
    #expect(try await promise.get() == "there")
    #expect(withPromiseQueue(here.queue) { Promise.value(1).map(on: nil) { $0 } }.value == 1)
  }

  @Test @MainActor func anActorCountsMore() async throws {
    let log = MainActorLog<Int>()
    let promise = withPromiseQueue(here.queue) { Promise.value(1).done { log($0) } }
    try await promise.get()
    #expect(log.entries == [1])
  }

  @Test func itIsOverForHandlersWhichRunLater() async throws {
    let inner = withPromiseQueue(here.queue) {
      Promise.value(1).then { _ -> Promise<String> in
        #expect(here.isCurrent)
        return place()
      }
    }
    #expect(try await inner.get() == "main")
  }

  @Test func whatIsReturnedAndThrownGoesThrough() throws {
    #expect(withPromiseQueue(here.queue) { 1 } == 1)
    #expect(throws: TestError.one) { try withPromiseQueue(here.queue) { throw TestError.one } }
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
  }

  // MARK: Async

  @Test func inAsyncCodeItLastsAcrossSuspensions() async throws {
    let places = try await withPromiseQueue(here.queue) {
      let before = place()
      await Task.yield()
      _ = try await before.get()
      return try await [before.get(), place().get()]
    }
    #expect(places == ["here", "here"])
    #expect(try await place().get() == "main")
  }

  @Test func asyncOnesAreNestedToo() async throws {
    let places = try await withPromiseQueue(here.queue) {
      let inner = try await withPromiseQueue(there.queue) {
        await Task.yield()
        return try await place().get()
      }
      return try await [inner, place().get()]
    }
    #expect(places == ["there", "here"])
    let inline = await withPromiseQueue(nil) {
      await Task.yield()
      return Promise.value(1).map { $0 + 1 }.value
    }
    #expect(inline == 2)
  }

  @Test func tasksThatAreStartedWithinInheritIt() async throws {
    let (child, detached) = await withPromiseQueue(here.queue) {
      await Task.yield()
      return (Task { try await place().get() }, Task.detached { try await place().get() })
    }
    #expect(try await child.value == "here")
    #expect(try await detached.value == "main")
  }

  @Test @MainActor func inAsyncCodeItDoesNotLeaveTheActor() async {
    let log = MainActorLog<Int>()
    await withPromiseQueue(here.queue) {
      log(1)
      await Task.yield()
      log(2)
    }
    #expect(log.entries == [1, 2])
  }

  @Test func whatIsThrownInAsyncCodeGoesThrough() async {
    await #expect(throws: TestError.one) {
      try await withPromiseQueue(here.queue) {
        await Task.yield()
        throw TestError.one
      }
    }
  }

  // MARK: For the whole process

  @Test func itMayBeSetForTheWholeProcess() async {
    await #expect(processExitsWith: .success) {
      let (here, there) = (MarkedQueue(), MarkedQueue())
      let (promise, resolver) = Promise<Int>.pending()
      let before = promise.map { _ in isOnMainQueue }
      DispatchQueue.promises = here.queue
      precondition(DispatchQueue.promises === here.queue)
      let after = promise.map { _ in here.isCurrent }
      let scoped = withPromiseQueue(there.queue) { promise.map { _ in there.isCurrent } }
      resolver.fulfill(1)
      // Handlers that were attached already stay where they were.
      let places = try await when(fulfilled: [before, after, scoped]).get()
      precondition(places == [true, true, true])
      DispatchQueue.promises = .main
      let again = try await Promise.value(1).map { _ in isOnMainQueue }.get()
      precondition(again)
    }
  }

  @Test func itMayBeSetAndReadFromAnyThread() async {
    await #expect(processExitsWith: .success) {
      let queues = (0..<4).map { _ in MarkedQueue() }
      DispatchQueue.concurrentPerform(iterations: 1000) { number in
        if number % 2 == 0 { DispatchQueue.promises = queues[number % 4].queue } else { _ = DispatchQueue.promises }
      }
      let isOnOneOfThem = try await Promise.value(1).map { _ in queues.contains { $0.isCurrent } }.get()
      precondition(isOnOneOfThem)
    }
  }
}
