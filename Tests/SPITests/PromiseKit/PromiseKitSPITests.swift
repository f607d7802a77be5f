import Dispatch
import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport
import Testing

/// Code that was written for PromiseKit, with only its import changed.
@Suite(.sharingProcessors) struct PromiseKitSPITests {
  @Test(arguments: cases(of: PromiseKitCode.self)) func `code for PromiseKit needs only its import changed`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum PromiseKitCode: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { configuration + reports + errors + names }
}

// MARK: conf

// Tests that change `conf` run in separate processes, because it is process-wide.

@available(*, deprecated)
private let configuration = [
  Case("conf.logHandler can be saved, called and restored") {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { log("\($0)") }
      let previous = conf.logHandler
      conf.logHandler = { _ in }
      previous(.cauterized(TestError.one))
      previous(.waitOnMainThread)
      previous(.pendingPromiseDeallocated)
      previous(.pendingGuaranteeDeallocated)
      #expect(log.count == 4)
      #expect(log.entries[0].contains("cauterized: one") && log.entries[1].contains("main thread"))
      #expect(log.entries[2].contains("abandoned promise") && log.entries[3].contains("abandoned guarantee"))
      conf.logHandler = previous
    }
  },
  Case("conf.Q is the main queue by default") {
    await #expect(processExitsWith: .success) {
      #expect(conf.Q.map?.label == DispatchQueue.main.label && conf.Q.return?.label == DispatchQueue.main.label)
    }
  },
  Case("conf.Q sets the default queue") {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "worker")
      let key = DispatchSpecificKey<String>()
      queue.setSpecific(key: key, value: "here")
      conf.Q = (map: queue, return: queue)
      #expect(DispatchQueue.promises === queue)
      let marks = Promise.value(1).map { _ in DispatchQueue.getSpecific(key: key) }
        .then { mark in Promise.value([mark, DispatchQueue.getSpecific(key: key)]) }
      #expect(await (try? marks.get()) == ["here", "here"])
    }
  },
  Case("conf.Q uses the queue of return, so what PromiseKit runs on the main queue stays there") {
    await #expect(processExitsWith: .success) {
      let map = DispatchQueue(label: "map")
      let done = DispatchQueue(label: "return")
      conf.Q = (map: map, return: .main)
      #expect(conf.Q.map?.label == DispatchQueue.main.label && conf.Q.return?.label == DispatchQueue.main.label)
      conf.Q.map = map
      #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
      conf.Q.return = done
      #expect(conf.Q.map === done && conf.Q.return === done && DispatchQueue.promises === done)
    }
  },
  Case("a conf.Q of nil runs handlers inline") {
    await #expect(processExitsWith: .success) {
      conf.Q = (map: nil, return: nil)
      #expect(conf.Q.map == nil && conf.Q.return == nil)
      let text = Promise.value(1).map { "\($0)" }
      #expect(text.value == "1")
      conf.Q = (map: .main, return: .main)
      #expect(conf.Q.map?.label == DispatchQueue.main.label)
    }
  },
  Case("conf.catchPolicy can be read") {
    #expect(conf.catchPolicy == .allErrorsExceptCancellation)
    let log = Log<String>()
    Promise<Int>(error: PMKError.cancelled).catch(on: nil, policy: conf.catchPolicy) { _ in log("seen") }
    #expect(log.count == 0)
  },
  Case("conf.catchPolicy is the default policy of catch and recover") {
    await #expect(processExitsWith: .success) {
      conf.catchPolicy = .allErrors
      #expect(conf.catchPolicy == .allErrors && CatchPolicy.default == .allErrors)
      let log = Log<String>()
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      cancelled.catch(on: nil) { _ in log("catch") }
      #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.value == 1)
      conf.catchPolicy = .allErrorsExceptCancellation
      cancelled.catch(on: nil) { _ in log("never") }
      #expect(log.entries == ["catch"] && CatchPolicy.default == .allErrorsExceptCancellation)
    }
  },
]

@available(*, deprecated)
private let reports = [
  Case("conf.logHandler receives each event of PromiseKit") {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      conf.logHandler = { event in
        switch event {
        case .waitOnMainThread: log("wait")
        case .pendingPromiseDeallocated: log("promise")
        case .pendingGuaranteeDeallocated: log("guarantee")
        case .cauterized(let error): log("cauterized \(error)")
        }
      }
      _ = Promise<Int>.pending().promise
      _ = Guarantee<Int>.pending().guarantee
      Promise<Int>(error: TestError.one).cauterize()
      // A call of wait() would depend on which thread is the main thread.
      PromiseDiagnostics.handler(.waitOnMainThread(file: "file", line: 1))
      #expect(log.entries == ["promise", "guarantee", "cauterized one", "wait"])
    }
  },
  Case("events that PromiseKit does not have go to the previous handler") {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { event in
        if case .unhandledRejection(let error, _, _) = event { log("previous \(error)") } else { log("previous") }
      }
      conf.logHandler = { _ in log("new") }
      _ = Promise<Int>(error: TestError.two)
      _ = Promise<Int>.pending().promise
      #expect(log.entries == ["previous two", "new"])
    }
  },
  Case("conf.logHandler can be called") {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { log("\($0)") }
      conf.logHandler(.cauterized(TestError.one))
      conf.logHandler(.waitOnMainThread)
      conf.logHandler(.pendingPromiseDeallocated)
      conf.logHandler(.pendingGuaranteeDeallocated)
      #expect(log.entries.count == 4)
      #expect(log.entries.first?.contains("cauterized: one") == true)
      #expect(log.entries.last?.contains("abandoned guarantee") == true)
      #expect(log.entries.allSatisfy { $0.hasPrefix("?:0: ") })
    }
  },
]

// MARK: PMKError and other names

@available(*, deprecated)
private func kind(of error: Error) -> String {
  switch error {
  case PMKError.returnedSelf: "returnedSelf"
  case PMKError.badInput: "badInput"
  case PMKError.cancelled: "canceled"
  case PMKError.compactMap(let value, let type): "compactMap \(value) \(type)"
  case PMKError.emptySequence: "emptySequence"
  case PMKError.invalidCallingConvention: "invalidCallingConvention"
  case PMKError.noWinner: "noWinner"
  default: "\(error)"
  }
}

@available(*, deprecated)
private let errors = [
  Case("the operators reject with the cases of PMKError") {
    func kind<V>(_ promise: Promise<V>) -> String? { promise.error.map { SPITests.kind(of: $0) } }
    #expect(kind(race([Promise<Int>]())) == "badInput")
    #expect(kind(race(fulfilled: [Promise<Int>(error: TestError.one)])) == "noWinner")
    #expect(kind(Promise.value("x").compactMap(on: nil) { Int($0) }) == "compactMap x Int")
    #expect(kind(Promise.value([Int]()).firstValue) == "emptySequence")
    let missing: Int? = nil
    #expect(kind(Promise<Int> { $0.resolve(missing, nil) }) == "invalidCallingConvention")
    #expect(kind(Promise<Int>(error: PMKError.cancelled)) == "canceled")
    let (start, seal) = Promise<Int>.pending()
    let own = Log<Promise<Int>>()
    own(start.then(on: nil) { _ in own.entries[0] })
    seal.fulfill(1)
    #expect(kind(own.entries[0]) == "returnedSelf")
  },
  Case("PMKError.cancelled means cancellation") {
    #expect(PMKError.cancelled.isCancelled && (PMKError.cancelled as Error).isCancelled)
    #expect(!PMKError.badInput.isCancelled)
    let log = Log<String>()
    let promise = Promise<Int>(error: PMKError.cancelled)
    promise.catch(on: nil) { _ in log("never") }.catch(on: nil, policy: .allErrors) { _ in log("all") }
    #expect(log.entries == ["all"])
  },
  Case("a race is canceled if every input was canceled") {
    let log = Log<String>()
    let canceled = [Promise<Int>(error: PMKError.cancelled), Promise(error: PMKError.cancelled)]
    for whole in [race(fulfilled: canceled), race(fulfilled: canceled[0], canceled[1])] {
      #expect(whole.isCancelled)
      whole.catch(on: nil) { _ in log("never") }
    }
    #expect(log.entries == [])
    #expect(kind(of: race(fulfilled: [canceled[0], Promise(error: TestError.one)]).error!) == "noWinner")
  },
  Case("an error describes itself") {
    let error: Error = PMKError.badInput
    #expect((error as? PMKError)?.errorDescription == (error as? PMKError)?.description)
    #expect(PMKError.noWinner([]).debugDescription == "All thenables passed to race(fulfilled:) were rejected")
    #expect(PMKErrorDomain == "PMKErrorDomain")
  },
]

@available(*, deprecated)
private let names = [
  Case("a result can be fulfilled or rejected") {
    let one = Result<Int, Error>.fulfilled(1)
    let none = Result<Int, Error>.rejected(TestError.one)
    #expect(one.isFulfilled && !one.isRejected && none.isRejected && !none.isFulfilled)
    #expect(Promise<Int> { $0.resolve(.fulfilled(2)) }.value == 2)
    #expect(Promise<Int> { $0.resolve(.rejected(TestError.two)) }.error as? TestError == .two)
    let results = await when(resolved: Promise.value(1), Promise(error: TestError.one)).get()
    #expect(results.filter { $0.isFulfilled }.count == 1 && results[1].isRejected)
  },
  Case("fulfill_() fulfills a promise of Void") {
    func animate(completion: () -> Void) { completion() }
    let promise = Promise<Void> { seal in animate(completion: seal.fulfill_) }
    #expect(promise.isFulfilled)
    #expect(Promise<Void> { $0.fulfill_() }.isFulfilled)
  },
  Case("catch returns a PMKFinalizer") {
    let log = Log<String>()
    let finalizer: PMKFinalizer = Promise<Int>(error: TestError.one).catch(on: nil) { _ in log("catch") }
    finalizer.finally(on: nil) { log("finally") }
    func end(_ finalizer: PMKFinalizer<Int>) { finalizer.finally(on: nil) { log("end") } }
    end(finalizer)
    #expect(log.entries == ["catch", "finally", "end"])
  },
  Case("any thenable says whether it is resolved") {
    func isResolved(_ thenable: some Thenable) -> Bool { thenable.isResolved }
    let (promise, seal) = Promise<Int>.pending()
    #expect(!isResolved(promise) && isResolved(Promise.value(1)) && isResolved(Guarantee.value(1)))
    seal.fulfill(1)
    #expect(isResolved(promise) && AnyPromise(promise).isResolved)
  },
  Case("then on a guarantee can return an implicit member, and its result can be discarded") {
    let log = Log<Int>()
    let next: Guarantee<Int> = Guarantee.value(1).then { _ in .value(2) }
    #expect(await next.get() == 2)
    await withCheckedContinuation { done in
      Guarantee.value(3).then { value -> Guarantee<Void> in
        log(value)
        done.resume()
        return Guarantee()
      }
    }
    #expect(log.entries == [3])
  },
  Case("value is fulfilled without a value") {
    let (promise, guarantee): (Promise<Void>, Guarantee<Void>) = (.value, .value)
    #expect(promise.isFulfilled && guarantee.isFulfilled)
  },
  Case("when(resolved:concurrently:) returns every outcome and limits the pending promises") {
    let created = Log<Int>()
    let pairs = (0..<3).map { _ in Promise<Int>.pending() }
    let promises = pairs.indices.lazy.map { index -> Promise<Int> in
      created(index)
      return pairs[index].promise
    }
    let outcomes = when(resolved: promises.makeIterator(), concurrently: 2)
    #expect(created.entries == [0, 1])
    pairs[0].resolver.reject(TestError.one)
    pairs[1].resolver.fulfill(1)
    pairs[2].resolver.fulfill(2)
    let results = await outcomes.get()
    #expect(created.entries == [0, 1, 2])
    #expect(results.map { try? $0.get() } == [nil, 1, 2])
  },
  Case("tap on a guarantee runs on the actor of the surrounding code") {
    let log = MainActorLog<Int>()
    let attach = { @MainActor @Sendable () -> Promise<Int> in
      withPromiseQueue(MarkedQueue().queue) { Guarantee.value(1).tap { log((try? $0.get()) ?? 0) } }
    }
    let value = try await attach().get()
    #expect(value == 1)
    await #expect(log.entries == [1])
  },
  Case("PMKNamespacer is a namespace of DispatchQueue") {
    let namespace = PMKNamespacer.promise
    try await #expect(DispatchQueue.global().async(namespace) { () throws -> Int in 1 }.get() == 1)
  },
]
