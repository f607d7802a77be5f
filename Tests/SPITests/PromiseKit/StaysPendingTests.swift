import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport
import Testing

/// A promise of PromiseKit stays pending when its resolver is released (Promises/A+ 2.3.2.1): PromiseKit's users end a
/// chain by returning such a promise from a handler. Only waiting tasks and threads resume, with an error.
@Suite(.sharingProcessors) struct StaysPendingTests {
  @Test(arguments: cases(of: StaysPending.self)) func `a promise of PromiseKit stays pending without its resolver`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum StaysPending: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { derivedCases + pendingCases }
}

/// Returns a promise whose resolver has been released.
@available(*, deprecated)
private func lost() -> Promise<Int> { Promise<Int>.pending("lost.swift", 1).promise }

/// The error that waiting tasks and threads throw.
private let abandonment = PromiseError.abandoned(file: "lost.swift", line: 1)

// MARK: - Operators

/// A promise derived from a promise that stays pending, and a way to wait for it.
private struct Derived: Sendable {
  let promise: AnyPromise
  let wait: @Sendable () async throws -> Void

  init<Value>(_ promise: Promise<Value>) {
    self.promise = promise.any
    wait = { _ = try await promise.get() }
  }

  /// A guarantee cannot throw, so the wait goes through a promise.
  init<Value>(_ guarantee: Guarantee<Value>) {
    promise = guarantee.any
    let promise = Promise(guarantee)
    wait = { _ = try await promise.get() }
  }
}

/// An operator whose handlers must not run.
private struct Operator: Sendable {
  let name: String
  let apply: @Sendable (Promise<Int>, Log<String>) -> Derived

  init(_ name: String, _ apply: @escaping @Sendable (Promise<Int>, Log<String>) -> Derived) {
    self.name = name
    self.apply = apply
  }
}

@available(*, deprecated)
private let operators = [
  Operator("then") { p, log in Derived(p.then(on: nil) { log.noting($0, Promise.value($0)) }) },
  Operator("map") { p, log in Derived(p.map(on: nil) { log.noting($0, $0) }) },
  Operator("compactMap") { p, log in Derived(p.compactMap(on: nil) { log.noting($0, Optional($0)) }) },
  Operator("done") { p, log in Derived(p.done(on: nil) { log("\($0)") }) },
  Operator("get") { p, log in Derived(p.get(on: nil) { log("\($0)") }) },
  Operator("tap") { p, log in Derived(p.tap(on: nil) { log("\($0)") }) },
  Operator("asVoid") { p, _ in Derived(p.asVoid()) },
  Operator("catch") { p, log in Derived(p.catch(on: nil) { log("\($0)") }) },
  Operator("catch with all errors") { p, log in Derived(p.catch(on: nil, policy: .allErrors) { log("\($0)") }) },
  Operator("catch(only:)") { p, log in Derived(p.catch(only: PromiseError.self, on: nil) { log("\($0)") }) },
  Operator("finally") { p, log in Derived(p.catch(on: nil) { log("\($0)") }.finally(on: nil) { log("finally") }) },
  Operator("cauterize") { p, _ in Derived(p.cauterize()) },
  Operator("recover to a promise") { p, log in
    Derived(p.recover(on: nil, policy: .allErrors) { log.noting($0, Promise.value(1)) })
  },
  Operator("recover to a guarantee") { p, log in
    Derived(p.recover(on: nil) { log.noting($0, Guarantee.value(1)) } as Guarantee<Int>)
  },
  Operator("recover to nothing") { p, log in
    Derived(p.asVoid().recover(on: nil) { log("\($0)") } as Guarantee<Void>)
  },
  Operator("recover(only:)") { p, log in
    Derived(p.recover(only: PromiseError.self, on: nil) { log.noting($0, Promise.value(1)) })
  },
  Operator("ensure") { p, log in Derived(p.ensure(on: nil) { log("ensure") }) },
  Operator("ensureThen") { p, log in Derived(p.ensureThen(on: nil) { log.noting("ensureThen", Guarantee()) }) },
  Operator("ensureThen of a promise that stays pending") { p, _ in
    Derived(Promise.value(1).ensureThen(on: nil) { p.asVoid().recover(on: nil) { _ in } })
  },
  Operator("validate") { p, log in Derived(p.validate(on: nil) { log.noting($0, true) }) },
  Operator("mapValues") { p, log in Derived(p.map(on: nil) { [$0] }.mapValues(on: nil) { log.noting($0, $0) }) },
  Operator("thenMap to a promise that stays pending") { p, _ in
    Derived(Promise.value([1, 2]).thenMap(on: nil) { _ in p })
  },
  Operator("firstly") { p, log in Derived(firstly { p }.done(on: nil) { log("\($0)") }) },
  Operator("init of a thenable") { p, _ in Derived(Promise(p)) },
  Operator("then to a promise that stays pending") { p, log in
    Derived(Promise.value(1).then(on: nil) { _ in p }.ensure(on: nil) { log("ensure") })
  },
  Operator("recover to a promise that stays pending") { p, log in
    let failed = Promise<Int>(error: TestError.one)
    return Derived(failed.recover(on: nil) { _ in p }.catch(on: nil, policy: .allErrors) { log("\($0)") })
  },
  Operator("when(fulfilled:)") { p, log in Derived(when(fulfilled: [p, .value(1)]).tap(on: nil) { log("\($0)") }) },
  Operator("when(fulfilled:) of several types") { p, _ in Derived(when(fulfilled: Promise.value("a"), p)) },
  Operator("when(fulfilled:) of any thenables") { p, _ in
    let inputs: [any Thenable] = [p, Promise.value("a")]
    return Derived(when(fulfilled: inputs))
  },
  Operator("when(fulfilled:concurrently:)") { p, _ in
    Derived(when(fulfilled: [Promise.value(1), p, Promise.value(2)].makeIterator(), concurrently: 2))
  },
  Operator("when(fulfilled:concurrently:) at its limit") { p, _ in
    Derived(when(fulfilled: [p, Promise.value(2)].makeIterator(), concurrently: 1))
  },
  Operator("when(resolved:)") { p, log in
    Derived(when(resolved: [p, Promise(error: TestError.one)]).done(on: nil) { log("\($0)") })
  },
  Operator("race") { p, _ in Derived(race([p, p])) },
  Operator("race(fulfilled:)") { p, _ in Derived(race(fulfilled: [Promise(error: TestError.one), p])) },
  Operator("a chain") { p, log in
    let last = p.map(on: nil) { $0 + 1 }.get(on: nil) { log("\($0)") }.then(on: nil) { Promise.value($0) }
      .ensure(on: nil) { log("ensure") }.recover(on: nil) { log.noting($0, Promise.value(1)) }
    return Derived(last.done(on: nil) { log("\($0)") })
  },
]

extension Log<String> {
  /// Records the argument of a handler, and returns `output`.
  fileprivate func noting<Output>(_ input: Any, _ output: Output) -> Output {
    self("\(input)")
    return output
  }
}

@available(*, deprecated)
private let derivedCases = operators.flatMap { step in
  [
    Case("\(step.name): stays pending after its resolver was released") {
      let log = Log<String>()
      let derived = silently { step.apply(lost(), log) }
      #expect(derived.promise.isPending && log.entries == [])
      await #expect(throws: abandonment) { try await derived.wait() }
      #expect(derived.promise.isPending && log.entries == [])
    },
    Case("\(step.name): stays pending when its resolver is released") {
      let log = Log<String>()
      var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = silently {
        Promise<Int>.pending("lost.swift", 1)
      }
      let derived = step.apply(pair!.promise, log)
      let waiting = Task { try await derived.wait() }
      pair = nil
      await #expect(throws: abandonment) { try await waiting.value }
      #expect(derived.promise.isPending && log.entries == [])
    },
  ]
}

// MARK: - Combinators and waiting tasks

@available(*, deprecated)
private let pendingCases = [
  Case("the resolver of pending() settles its promise") {
    let (promise, seal) = Promise<Int>.pending()
    #expect(promise.isPending)
    seal.fulfill(1)
    try await #expect(promise.get() == 1)
    let other = Promise<Int>.pending()
    other.resolver.reject(TestError.one)
    #expect(other.promise.error as? TestError == .one)
  },
  Case("a promise whose resolver is released stays pending") {
    let promise = silently { lost() }
    #expect(promise.isPending && promise.result == nil && !promise.isCancelled && !promise.isRejected)
    #expect(promise.description == "Promise(…Int)")
  },
  Case("the other inputs settle a combinator") {
    let promise = silently { lost() }
    let (other, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise, other])
    let first = race([promise, other])
    let firstValue = race(fulfilled: [promise, other])
    let limited = when(fulfilled: [promise, other].makeIterator(), concurrently: 2)
    #expect(whole.isPending && first.isPending && firstValue.isPending && limited.isPending)
    resolver.reject(TestError.one)
    #expect(whole.error as? TestError == .one && first.error as? TestError == .one)
    #expect(limited.error as? TestError == .one && firstValue.isPending)
    #expect(race(fulfilled: [promise, .value(1)]).value == 1)
  },
  Case("a timeout without a limit stays pending") {
    let promise = silently { lost() }
    let late = promise.timeout(seconds: .infinity)
    await #expect(throws: PromiseError.self) { try await late.get() }
    #expect(late.isPending)
  },
  Case("a time limit rejects") {
    let promise = silently { lost() }
    await #expect(throws: PromiseError.timedOut) { try await promise.timeout(seconds: 0).get() }
    #expect(promise.isPending)
  },
  Case("a canceled combinator with a limit returns the outcomes of its other inputs") {
    let (other, resolver) = Promise<Int>.pending()
    let inputs = [silently { lost() }, other]
    let whole = when(resolved: inputs.makeIterator(), maxConcurrent: 2)
    whole.cancel()
    #expect(whole.value?.count == 1 && other.isCancelled)
    withExtendedLifetime(resolver) {}
  },
  Case("waiting tasks and threads resume with an error") {
    let promise = silently { lost() }
    await #expect(throws: abandonment) { try await promise.get() }
    await #expect(throws: abandonment) { try await promise.async() }
    await #expect(throws: abandonment) { try await promise.get(timeout: .testLimit) }
    await #expect(throws: abandonment) { try await promise.getResult().get() }
    await #expect(throws: abandonment) { try await Task(promise).value }
    await #expect(throws: abandonment) {
      for try await _ in [promise].inInputOrder {}
    }
    let waited = DispatchQueue.global().async(.promise) { try promise.wait() }
    await #expect(throws: abandonment) { try await waited.get() }
    #expect(promise.isPending)
  },
  Case("handlers are released with the resolver") {
    let log = Log<String>()
    var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = silently { Promise<Int>.pending() }
    weak var captured: Log<String>?
    let chain = { () -> Promise<Void> in
      let object = Log<String>()
      captured = object
      return pair!.promise.map(on: nil) { object.noting($0, $0) }.ensure(on: nil) { log("ensure") }.asVoid()
    }()
    #expect(captured != nil)
    pair = nil
    #expect(captured == nil && chain.isPending && log.entries == [])
  },
  Case("the released resolver is reported once") {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let promise = lost()
      #expect(log.count == 1 && log.entries[0].contains("abandoned promise"))
      promise.map(on: nil) { $0 + 1 }.catch(on: nil) { _ in }
    }
    #expect(log.count == 1)
  },
]
