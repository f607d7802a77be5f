import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of handlers, tasks and threads that advance the clock.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, time: .manual)) struct AdvanceInHandlerTests {
  /// A way to call a function in a handler. Returns a promise that settles after it.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (@escaping @Sendable () -> Void) async -> Promise<Void>
  }

  actor Worker {
    func handle(_ body: @escaping @Sendable () -> Void) -> Promise<Void> {
      Promise.value(1).done { _ in
        self.preconditionIsolated()
        body()
      }
    }
    func handle(_ body: @escaping @Sendable () async -> Void) -> Promise<Void> {
      Promise.value(1).done { _ in
        self.preconditionIsolated()
        await body()
      }
    }
  }

  static let queue = DispatchQueue(label: "AdvanceInHandlerTests")

  static let places: [Place] = [
    Place(testDescription: "inline") { body in Promise.value(1).done(on: nil) { _ in body() } },
    Place(testDescription: "inline, of a timer") { body in
      let promise = Promise.value(1).delay(seconds: 1).done(on: nil) { _ in body() }
      try? await ManualClock.current.advance(by: .seconds(1))
      return promise
    },
    Place(testDescription: "queue") { body in Promise.value(1).done(on: queue) { _ in body() } },
    Place(testDescription: "global queue") { body in Promise.value(1).done(on: .global()) { _ in body() } },
    Place(testDescription: "main") { body in Promise.value(1).done(on: .main) { _ in body() } },
    Place(testDescription: "main actor") { body in Promise.value(1).done { @MainActor _ in body() } },
    Place(testDescription: "actor") { body in await Worker().handle { () -> Void in body() } },
    Place(testDescription: "async handler") { body in
      Promise.value(1).done { _ in
        await Task.yield()
        body()
      }
    },
    Place(testDescription: "body of retry") { body in retry(on: queue) { () -> Promise<Void> in .value(body()) } },
    Place(testDescription: "queue.async") { body in queue.async(.promise) { () throws -> Void in body() } },
  ]

  /// Blocks the calling thread, which the compiler does not allow in `async` code.
  static func block(_ clock: ManualClock, _ function: Advance.Function) {
    if function == .advance { clock.advance(by: .seconds(1)) } else { clock.runToEnd() }
  }

  @Test(arguments: places, [Advance.Function.advance, .runToEnd])
  func `a handler that blocks to advance the clock records an issue and leaves the clock unchanged`(
    _ place: Place, _ function: Advance.Function
  ) async throws {
    let moments = Log<ManualClock.Instant>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
      let clock = try ManualClock.current
      let later = after(seconds: 5)
      try await place.call {
        moments(clock.now)
        Self.block(clock, function)
        moments(clock.now)
      }.get()
      #expect(later.isPending)
      later.cancel()
    }
    let text = try #require(found.first).text
    #expect(found.count == 1)
    if place.testDescription == "inline, of a timer" {
      // An async handler could not advance the clock either.
      #expect(text.hasPrefix("\(function.rawValue) was called by a handler during the call of advance at "))
    } else {
      #expect(
        text == "\(function.rawValue) was called inside a handler, and it would wait for that handler; the clock is "
          + "unchanged: advance it in the body of the test, or make the handler async and call '\(function.rawValue)' with "
          + "'await'")
    }
    #expect(moments.count == 2 && Set(moments.entries).count == 1)
  }

  @Test @MainActor func `a handler that a blocked main thread runs cannot advance the clock`() async throws {
    let clock = try ManualClock.current
    let found = try await collectIssues { @MainActor in try Self.hangOnMain(clock) }
    #expect(found.count == 1 && found[0].text.hasPrefix("advance was called inside a handler"))
    #expect(clock.now == ManualClock.Instant())
  }

  @MainActor private static func hangOnMain(_ clock: ManualClock) throws {
    _ = try hang(Promise.value(1).done(on: .main) { _ in block(clock, .advance) })
  }

  // MARK: - Awaiting

  /// Ways to await a function. Each returns a promise that settles after it.
  static let awaiting: [(name: String, call: @Sendable (@escaping @Sendable () async -> Void) async -> Promise<Void>)] =
    [
      ("async handler", { body in Promise.value(1).done { _ in await body() } }),
      ("async handler on the main actor", { body in Promise.value(1).done { @MainActor _ in await body() } }),
      ("async handler on an actor", { body in await Worker().handle { () async -> Void in await body() } }),
      ("body of retry", { body in retry { () async throws -> Void in await body() } }),
      ("task of a promise", { body in Promise { await body() } }),
      ("detached task", { body in Promise(Task.detached { await body() }) }),
    ]

  @Test(arguments: awaiting.indices) func `an async handler or a task can advance the clock`(
    _ index: Int
  ) async throws {
    let clock = try ManualClock.current
    for _ in 0..<10 {
      let start = clock.now.offset
      let moments = Log<Duration>()
      let timer = after(seconds: 1).done(on: Self.queue) { moments(clock.now.offset - start) }
      try await Self.awaiting[index].call {
        await clock.advance(by: .seconds(2))
        moments(clock.now.offset - start)
      }.get()
      #expect(moments.entries == [.seconds(1), .seconds(2)])
      #expect(timer.isFulfilled)
    }
  }

  @Test func `an async handler that advances the clock during another call records an issue`() async throws {
    for function in [Advance.Function.advance, .runToEnd] {
      let line = Log<Int>()
      let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
        let clock = try ManualClock.current
        let handler = after(seconds: 1).done {
          if function == .advance { await clock.advance(by: .seconds(5)) } else { await clock.runToEnd() }
          #expect(clock.now.offset == .seconds(1))
        }
        line(#line + 1)
        await clock.advance(by: .seconds(2))
        // The handler ends before `advance` returns.
        #expect(handler.isFulfilled)
        #expect(clock.now.offset == .seconds(2))
      }
      let site = "PromiseTestingTests/AdvanceInHandlerTests.swift:\(line.entries[0])"
      #expect(
        found.map(\.text) == [
          "\(function.rawValue) was called by a handler during the call of advance at \(site), which waits for the results "
            + "of its timers; the clock is unchanged: advance it in the body of the test, by as much as both calls together"
        ])
    }
  }

  // MARK: - Several calls

  @Test func `calls in several tasks advance the clock one after another`() async throws {
    let clock = try ManualClock.current
    let moments = Log<Duration>()
    let loop = until(on: Self.queue, interval: 1) { () -> Promise<Bool> in
      moments(clock.now.offset)
      return .value(false)
    }
    await withTaskGroup(of: Void.self) { group in
      for seconds in 1...4 { group.addTask { await clock.advance(by: .seconds(seconds)) } }
    }
    #expect(clock.now.offset == .seconds(10))
    #expect(moments.entries == (0...10).map { .seconds($0) })
    loop.cancel()
  }

  @Test func `calls on several threads advance the clock one after another`() async throws {
    let clock = try ManualClock.current
    let context = PromiseContext.current
    await withTaskGroup(of: Void.self) { group in
      for seconds in 1...4 {
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue(label: "thread").async {
              PromiseContext.$current.withValue(context) { clock.advance(by: .seconds(seconds)) }
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `the state of a clock that is advancing names the call`() async throws {
    let clock = try ManualClock.current
    let state = Log<String>()
    let promise = after(seconds: 1).done(on: nil) { state(clock.state()) }
    let line = #line + 1
    await clock.advance(by: .seconds(1))
    #expect(promise.isFulfilled)
    #expect(
      state.entries == [
        "the manual clock is at 1.0 seconds and still advancing in the call at PromiseTestingTests/"
          + "AdvanceInHandlerTests.swift:\(line)"
      ])
    #expect(clock.state() == "the manual clock is at 1.0 seconds")
  }
}
