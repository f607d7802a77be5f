import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.3.3: resolving a promise with a foreign thenable, or with an object that is not a thenable.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct APlus233Tests {
  // MARK: Well-behaved thenables

  @Test(arguments: Resolution.allCases, ForeignThenable<Int>.Timing.allCases)
  func `2.3.3.1: the promise calls pipe(to:), the counterpart of then, exactly once, and uses no other member`(
    _ resolution: Resolution, _ timing: ForeignThenable<Int>.Timing
  ) async throws {
    let x = ForeignThenable(timing, [.success(1)])
    let promise = resolution.resolve(with: x)
    let many = (0..<3).map { _ in promise.map(on: nil) { $0 } }
    try await allPromisesSettled()
    #expect(x.accesses.entries == ["pipe"])
    #expect(many.map(\.value) == [1, 1, 1])
  }

  @Test(arguments: Resolution.allCases, ForeignThenable<Thing>.Timing.allCases)
  func `2.3.3.3.1: when it is called with a value y, fulfill promise with y`(
    _ resolution: Resolution, _ timing: ForeignThenable<Thing>.Timing
  ) async throws {
    let y = Thing()
    let promises = [nil, APlusExecutor.queue.queue].map { queue in
      resolution.resolve(with: ForeignThenable(timing, [.success(y)]), on: queue)
    }
    try await allPromisesSettled()
    #expect(promises.allSatisfy { $0.value === y })
  }

  @Test(arguments: Resolution.allCases, Settling.allCases)
  func `2.3.3.3.1: fulfill promise with y when y passes through several thenables or promises`(
    _ resolution: Resolution, _ settling: Settling
  ) async throws {
    let y = Thing()
    let promises = [
      settling.settle(.success(y)) { resolution.resolve(with: Relay($0)) },
      settling.settle(.success(y)) { resolution.resolve(with: Relay(Relay(resolution.resolve(with: Relay($0))))) },
      settling.fulfill(y) { resolution.resolve(with: Relay($0)) },
      resolution.resolve(
        with: Relay(ForeignThenable(settling == .afterOnAnotherQueue ? .later : .immediately, [.success(y)]))),
    ]
    let failed: Promise<Int> = settling.settle(.failure(TestError.one)) { resolution.resolve(with: Relay($0)) }
    try await allPromisesSettled()
    #expect(promises.allSatisfy { $0.value === y } && same(failed.error, TestError.one))
  }

  @Test(arguments: Resolution.allCases, ForeignThenable<Int>.Timing.allCases)
  func `2.3.3.3.2: when it is called with a reason r, reject promise with r`(
    _ resolution: Resolution, _ timing: ForeignThenable<Int>.Timing
  ) async throws {
    for r in reasons {
      let promises = [nil, APlusExecutor.queue.queue].map { queue in
        resolution.resolve(with: ForeignThenable(timing, [.failure(r)]), on: queue)
      }
      try await allPromisesSettled()
      #expect(promises.allSatisfy { same($0.error, r) }, "\(r)")
    }
  }

  @Test(arguments: Resolution.allCases)
  func `2.3.3.3: promise remains pending until the handler is called`(_ resolution: Resolution) async throws {
    for executor in [APlusExecutor.queue, .inline] {
      let (x, failing) = (ManualThenable<Int>(), ManualThenable<Int>())
      let promises = [x, failing].map { resolution.resolve(with: $0, on: executor.queue) }
      await APlusExecutor.drained()
      #expect(promises.allSatisfy { $0.isPending }, "\(executor)")
      x.callHandlers(.success(1))
      failing.callHandlers(.failure(TestError.one))
      try await allPromisesSettled()
      #expect(promises[0].value == 1 && same(promises[1].error, TestError.one), "\(executor)")
    }
  }

  // MARK: Misbehaving thenables

  /// Sequences of calls, most of which contradict each other.
  static let contradictions: [[Result<Int, any Error>]] = [
    [.success(1), .success(2)], [.success(1), .failure(TestError.two)],
    [.failure(TestError.one), .success(2)], [.failure(TestError.one), .failure(TestError.two)],
    [.success(1), .failure(TestError.two), .failure(TestError.two), .success(2)],
  ]

  @Test(arguments: Resolution.allCases, ForeignThenable<Int>.Timing.orderly)
  func `2.3.3.3.3: if multiple calls are made, the first call takes precedence, and any further calls are ignored`(
    _ resolution: Resolution, _ timing: ForeignThenable<Int>.Timing
  ) async throws {
    for results in Self.contradictions {
      let calls = Log<String>()
      let promise = resolution.resolve(with: ForeignThenable(timing, results))
      promise.tap(on: nil) { calls("\($0)") }.catch(on: nil) { _ in }
      try await allPromisesSettled()
      #expect(calls.entries == ["\(results[0])"])
      #expect(promise.result.map { "\($0)" } == "\(results[0])")
    }
  }

  @Test(arguments: Resolution.allCases)
  func `2.3.3.3.3: if several threads call the handler concurrently, exactly one call takes effect`(
    _ resolution: Resolution
  ) async throws {
    for _ in 0..<50 {
      let calls = Log<String>()
      let results = (0..<4).map {
        $0 % 2 == 0 ? .success($0) : Result<Int, any Error>.failure(StructReason(number: $0, text: ""))
      }
      let promise = resolution.resolve(with: ForeignThenable(.concurrently, results), on: APlusExecutor.queue.queue)
      promise.tap(on: nil) { calls("\($0)") }.catch(on: nil) { _ in }
      try await allPromisesSettled()
      #expect(calls.count == 1 && promise.result.map { "\($0)" } == calls.entries.first)
    }
  }

  @Test(arguments: Resolution.allCases, ForeignThenable<Int>.Timing.allCases)
  func `2.3.3.3.4.1: if the handler is released after it has been called, ignore it`(
    _ resolution: Resolution, _ timing: ForeignThenable<Int>.Timing
  ) async throws {
    let reports = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { reports("\($0)") })) {
      let manual = ManualThenable<Int>()
      let promises = [
        resolution.resolve(with: ForeignThenable(timing, [.success(1)])), resolution.resolve(with: manual),
      ]
      manual.callHandlers(.success(1))
      manual.releaseHandlers()
      try await allPromisesSettled()
      #expect(promises.map(\.value) == [1, 1])
    }
    #expect(reports.entries == [])
  }

  @Test(arguments: Resolution.allCases, ForeignThenable<Int>.Timing.allCases)
  func `2.3.3.3.4.2: if the handler is released without having been called, reject promise as abandoned`(
    _ resolution: Resolution, _ timing: ForeignThenable<Int>.Timing
  ) async throws {
    try await silently {
      let manual = ManualThenable<Int>()
      let promises = [
        resolution.resolve(with: ForeignThenable(timing, [])),
        resolution.resolve(with: Relay(ForeignThenable(timing, []))),
        resolution.resolve(with: manual),
      ]
      await APlusExecutor.drained()
      #expect(promises[2].isPending)
      manual.releaseHandlers()
      try await allPromisesSettled()
      for promise in promises {
        guard case .abandoned? = promise.error as? PromiseError else {
          Issue.record("\(String(describing: promise.result))")
          continue
        }
      }
    }
  }

  @Test(arguments: Resolution.allCases)
  func `2.3.3.3.4.2: reject promise as abandoned if the thenable itself is released`(
    _ resolution: Resolution
  ) async throws {
    try await silently {
      let promise = resolution.resolve(with: ManualThenable<Int>())
      try await allPromisesSettled()
      guard case .abandoned? = promise.error as? PromiseError else {
        Issue.record("\(String(describing: promise.result))")
        return
      }
    }
  }

  // MARK: Objects that are not thenables

  /// A type with methods of matching names that does not conform to `Thenable`.
  final class Lookalike: Sendable {
    let called = Log<String>()

    func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { called("pipe") }
    func then(_ body: @escaping @Sendable (Int) -> Void) { called("then") }
  }

  @Test(arguments: Settling.allCases)
  func `2.3.3.4: if an object is not a thenable, fulfill promise with it`(_ settling: Settling) async throws {
    let x = Lookalike()
    let returned = settling.settle(.success(1)) { [$0.map { _ in x }, $0.map(on: nil) { _ in x }] }
    let recovered = settling.settle(.failure(TestError.one)) { (failed: Promise<Lookalike>) in
      [failed.recover { _ in Promise.value(x) }, failed.recover(on: nil) { _ in Promise.value(x) }]
    }
    try await allPromisesSettled()
    #expect((returned + recovered).allSatisfy { $0.value === x } && x.called.entries == [])
  }
}
