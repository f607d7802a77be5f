import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.3.3: what a promise is resolved with, if it is somebody else's thenable, or an object that is none.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct APlus233Tests {
  // MARK: Well-behaved thenables

  @Test(
    "2.3.3.1: what a thenable has instead of then, pipe(to:), is used once, and nothing else is",
    arguments: Resolution.allCases, Foreign<Int>.Manner.allCases)
  func askedOnce(_ resolution: Resolution, _ manner: Foreign<Int>.Manner) async throws {
    let x = Foreign(manner, [.success(1)])
    let promise = resolution.resolve(with: x)
    let many = (0..<3).map { _ in promise.map(on: nil) { $0 } }
    try await everythingHasHappened()
    #expect(x.asked.entries == ["pipe"])
    #expect(many.map(\.value) == [1, 1, 1])
  }

  @Test(
    "2.3.3.3.1: if/when it is called with a value y, fulfill promise with y",
    arguments: Resolution.allCases, Foreign<Thing>.Manner.allCases)
  func fulfilled(_ resolution: Resolution, _ manner: Foreign<Thing>.Manner) async throws {
    let y = Thing()
    let promises = [nil, Place.queue.queue].map { queue in
      resolution.resolve(with: Foreign(manner, [.success(y)]), on: queue)
    }
    try await everythingHasHappened()
    #expect(promises.allSatisfy { $0.value === y })
  }

  @Test(
    "2.3.3.3.1: also if it got y from another thenable, or from a promise",
    arguments: Resolution.allCases, Settling.allCases)
  func relayed(_ resolution: Resolution, _ settling: Settling) async throws {
    let y = Thing()
    let promises = [
      settling.settle(.success(y)) { resolution.resolve(with: Relay($0)) },
      settling.settle(.success(y)) { resolution.resolve(with: Relay(Relay(resolution.resolve(with: Relay($0))))) },
      settling.fulfill(y) { resolution.resolve(with: Relay($0)) },
      resolution.resolve(with: Relay(Foreign(settling == .laterOnAnotherQueue ? .later : .atOnce, [.success(y)]))),
    ]
    let failed: Promise<Int> = settling.settle(.failure(TestError.one)) { resolution.resolve(with: Relay($0)) }
    try await everythingHasHappened()
    #expect(promises.allSatisfy { $0.value === y } && same(failed.error, TestError.one))
  }

  @Test(
    "2.3.3.3.2: if/when it is called with a reason r, reject promise with r",
    arguments: Resolution.allCases, Foreign<Int>.Manner.allCases)
  func rejected(_ resolution: Resolution, _ manner: Foreign<Int>.Manner) async throws {
    for r in reasons {
      let promises = [nil, Place.queue.queue].map { queue in
        resolution.resolve(with: Foreign(manner, [.failure(r)]), on: queue)
      }
      try await everythingHasHappened()
      #expect(promises.allSatisfy { same($0.error, r) }, "\(r)")
    }
  }

  @Test("2.3.3.3: until it is called, promise is pending", arguments: Resolution.allCases)
  func pending(_ resolution: Resolution) async throws {
    for place in [Place.queue, .inline] {
      let (x, failing) = (Keeping<Int>(), Keeping<Int>())
      let promises = [x, failing].map { resolution.resolve(with: $0, on: place.queue) }
      await Place.allCaughtUp()
      #expect(promises.allSatisfy { $0.isPending }, "\(place)")
      x.callBack(.success(1))
      failing.callBack(.failure(TestError.one))
      try await everythingHasHappened()
      #expect(promises[0].value == 1 && same(promises[1].error, TestError.one), "\(place)")
    }
  }

  // MARK: Others

  /// Calls that contradict each other or do not.
  static let contradictions: [[Result<Int, any Error>]] = [
    [.success(1), .success(2)], [.success(1), .failure(TestError.two)],
    [.failure(TestError.one), .success(2)], [.failure(TestError.one), .failure(TestError.two)],
    [.success(1), .failure(TestError.two), .failure(TestError.two), .success(2)],
  ]

  @Test(
    "2.3.3.3.3: if it is called several times, the first call takes precedence, and any further calls are ignored",
    arguments: Resolution.allCases, Foreign<Int>.Manner.orderly)
  func theFirstCallCounts(_ resolution: Resolution, _ manner: Foreign<Int>.Manner) async throws {
    for results in Self.contradictions {
      let calls = Log<String>()
      let promise = resolution.resolve(with: Foreign(manner, results))
      promise.tap(on: nil) { calls("\($0)") }.catch(on: nil) { _ in }
      try await everythingHasHappened()
      #expect(calls.entries == ["\(results[0])"])
      #expect(promise.result.map { "\($0)" } == "\(results[0])")
    }
  }

  @Test(
    "2.3.3.3.3: also if it is called from several threads at once: one of them is the first",
    arguments: Resolution.allCases)
  func onlyOneCallCounts(_ resolution: Resolution) async throws {
    for _ in 0..<50 {
      let calls = Log<String>()
      let results = (0..<4).map {
        $0 % 2 == 0 ? .success($0) : Result<Int, any Error>.failure(ReasonOfParts(number: $0, text: ""))
      }
      let promise = resolution.resolve(with: Foreign(.atTheSameTime, results), on: Place.queue.queue)
      promise.tap(on: nil) { calls("\($0)") }.catch(on: nil) { _ in }
      try await everythingHasHappened()
      #expect(calls.count == 1 && promise.result.map { "\($0)" } == calls.entries.first)
    }
  }

  @Test(
    "2.3.3.3.4.1: if it has been called and is let go then, that is ignored",
    arguments: Resolution.allCases, Foreign<Int>.Manner.allCases)
  func letGoAfterwards(_ resolution: Resolution, _ manner: Foreign<Int>.Manner) async throws {
    let reports = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { reports("\($0)") })) {
      let keeping = Keeping<Int>()
      let promises = [resolution.resolve(with: Foreign(manner, [.success(1)])), resolution.resolve(with: keeping)]
      keeping.callBack(.success(1))
      keeping.letGo()
      try await everythingHasHappened()
      #expect(promises.map(\.value) == [1, 1])
    }
    #expect(reports.entries == [])
  }

  @Test(
    "2.3.3.3.4.2: if it is let go without having been called, reject promise with an error that says so",
    arguments: Resolution.allCases, Foreign<Int>.Manner.allCases)
  func letGoUncalled(_ resolution: Resolution, _ manner: Foreign<Int>.Manner) async throws {
    try await silently {
      let keeping = Keeping<Int>()
      let promises = [
        resolution.resolve(with: Foreign(manner, [])), resolution.resolve(with: Relay(Foreign(manner, []))),
        resolution.resolve(with: keeping),
      ]
      await Place.allCaughtUp()
      #expect(promises[2].isPending)
      keeping.letGo()
      try await everythingHasHappened()
      for promise in promises {
        guard case .abandoned? = promise.error as? PromiseError else {
          Issue.record("\(String(describing: promise.result))")
          continue
        }
      }
    }
  }

  @Test("2.3.3.3.4.2: also if the thenable itself is gone", arguments: Resolution.allCases)
  func thenableIsGone(_ resolution: Resolution) async throws {
    try await silently {
      let promise = resolution.resolve(with: Keeping<Int>())
      try await everythingHasHappened()
      guard case .abandoned? = promise.error as? PromiseError else {
        Issue.record("\(String(describing: promise.result))")
        return
      }
    }
  }

  // MARK: Objects that are none

  /// Has a method of the right name, which does not make it a thenable.
  final class Lookalike: Sendable {
    let called = Log<String>()

    func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { called("pipe") }
    func then(_ body: @escaping @Sendable (Int) -> Void) { called("then") }
  }

  @Test("2.3.3.4: if an object is no thenable, fulfill promise with it", arguments: Settling.allCases)
  func objects(_ settling: Settling) async throws {
    let x = Lookalike()
    let returned = settling.settle(.success(1)) { [$0.map { _ in x }, $0.map(on: nil) { _ in x }] }
    let recovered = settling.settle(.failure(TestError.one)) { (failed: Promise<Lookalike>) in
      [failed.recover { _ in Promise.value(x) }, failed.recover(on: nil) { _ in Promise.value(x) }]
    }
    try await everythingHasHappened()
    #expect((returned + recovered).allSatisfy { $0.value === x } && x.called.entries == [])
  }
}
