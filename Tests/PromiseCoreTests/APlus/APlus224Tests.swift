import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.2.4: no handler is called until the stack holds nothing but platform code.
///
/// Tried where it is hardest to meet: all that happens is done in the very place where the handler is due.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct APlus224Tests {
  /// Those in which only one thing happens at a time.
  static let places = [Place.whereItIsWritten, .queue]

  @Test(
    "2.2.4: onFulfilled must not be called inside the call that attaches it, nor the one that fulfils the promise",
    arguments: OnFulfilled.allCases, Settling.allCases)
  func onFulfilledOnAFreshStack(_ onFulfilled: OnFulfilled, _ settling: Settling) async throws {
    for place in Self.places {
      let log = Log<String>()
      await place.queue!.async(.promise) {
        settling.settle(.success(1)) { promise in
          onFulfilled.attach(to: promise, at: place) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await everythingHasHappened()
      #expect(log.entries == ["attached", "returned", "called"], "\(place)")
    }
  }

  @Test(
    "2.2.4: onFulfilled must not be called inside the call that attaches it, nor the one that fulfils the guarantee",
    arguments: OnFulfilled.allCases, Settling.allCases)
  func onFulfilledOfAGuaranteeOnAFreshStack(_ onFulfilled: OnFulfilled, _ settling: Settling) async throws {
    for place in Self.places {
      let log = Log<String>()
      await place.queue!.async(.promise) {
        settling.fulfill(1) { guarantee in
          onFulfilled.attach(to: guarantee, at: place) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await everythingHasHappened()
      #expect(log.entries == ["attached", "returned", "called"], "\(place)")
    }
  }

  @Test(
    "2.2.4: onRejected must not be called inside the call that attaches it, nor the one that rejects the promise",
    arguments: OnRejected.allCases, Settling.allCases)
  func onRejectedOnAFreshStack(_ onRejected: OnRejected, _ settling: Settling) async throws {
    for place in Self.places {
      let log = Log<String>()
      await place.queue!.async(.promise) {
        settling.settle(.failure(TestError.one)) { promise in
          onRejected.attach(to: promise, at: place) { _ in log("called") }
          log("attached")
        }
        log("returned")
      }.get()
      try await everythingHasHappened()
      #expect(log.entries == ["attached", "returned", "called"], "\(place)")
    }
  }

  @Test(
    "2.2.4: onFulfilled must not be called inside another handler that attaches it, or that fulfils its promise",
    arguments: OnFulfilled.allCases, OnRejected.allCases)
  func notInsideAnotherHandler(_ onFulfilled: OnFulfilled, _ onRejected: OnRejected) async throws {
    for place in Self.places {
      let log = Log<String>()
      let settled = Promise.value(1)
      let (promise, resolver) = Promise<Int>.pending()
      onFulfilled.attach(to: promise, at: place) { _ in log("fulfilled") }
      onRejected.attach(to: Promise(error: TestError.one), at: place) { _ in
        onFulfilled.attach(to: settled, at: place) { _ in log("attached") }
        resolver.fulfill(1)
        log("returned")
      }
      try await everythingHasHappened()
      #expect(log.entries.first == "returned" && log.count == 3, "\(place): \(log.entries)")
    }
  }

  @Test(
    "2.2.4: onRejected must not be called inside another handler that attaches it, or that rejects its promise",
    arguments: OnFulfilled.allCases, OnRejected.allCases)
  func notInsideAnotherHandlerEither(_ onFulfilled: OnFulfilled, _ onRejected: OnRejected) async throws {
    for place in Self.places {
      let log = Log<String>()
      let settled = Promise<Void>(error: TestError.one)
      let (promise, resolver) = Promise<Void>.pending()
      onRejected.attach(to: promise, at: place) { _ in log("rejected") }
      onFulfilled.attach(to: Promise.value(1), at: place) { _ in
        onRejected.attach(to: settled, at: place) { _ in log("attached") }
        resolver.reject(TestError.one)
        log("returned")
      }
      try await everythingHasHappened()
      #expect(log.entries.first == "returned" && log.count == 3, "\(place): \(log.entries)")
    }
  }

  @Test("2.2.4: nor inside the one before it in its chain")
  func notInsideTheOneBefore() async throws {
    for place in Self.places {
      let log = Log<String>()
      let (start, resolver) = Promise<Void>.pending()
      var chain = start
      for _ in 0..<3 {
        chain = chain.done(on: place.queue) {
          log("in")
          defer { log("out") }
          throw TestError.one
        }.recover(on: place.queue) { _ -> Promise<Void> in
          log("in")
          defer { log("out") }
          return Promise()
        }
      }
      resolver.fulfill()
      try await everythingHasHappened()
      #expect(log.entries == (0..<6).flatMap { _ in ["in", "out"] }, "\(place)")
    }
  }

  // MARK: Actors

  @Test("2.2.4: nor inside code of the main actor, where it was written", arguments: Settling.allCases)
  @MainActor func onTheMainActor(_ settling: Settling) async throws {
    var lines: [String] = []
    settling.settle(.success(1)) { promise in
      promise.done { _ in
        MainActor.assertIsolated()
        lines.append("called")
      }.cauterize()
      lines.append("attached")
    }
    lines.append("returned")
    try await everythingHasHappened()
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

  @Test("2.2.4: nor inside code of an actor, where it was written", arguments: Settling.allCases)
  func onAnActor(_ settling: Settling) async throws {
    let desk = Desk()
    await desk.attach(settling)
    try await everythingHasHappened()
    #expect(await desk.lines == ["attached", "returned", "called"])
  }
}
