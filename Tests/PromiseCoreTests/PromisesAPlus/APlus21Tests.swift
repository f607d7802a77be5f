import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.1: the states of a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct APlus21Tests {
  /// The operations that try to settle a promise.
  enum Attempt: CaseIterable {
    case fulfill, reject, resolveWithNothing, cancel, releaseResolver

    func callAsFunction(_ resolver: inout Resolver<Thing>?) {
      switch self {
      case .fulfill: resolver?.fulfill(Thing())
      case .reject: resolver?.reject(Reason())
      case .resolveWithNothing: resolver?.resolve(nil as Thing?, nil)
      case .cancel: resolver?.promise.cancel()
      case .releaseResolver: resolver = nil
      }
    }
  }

  /// The state of a promise, as all of its properties report it.
  struct State: Equatable {
    let isPending, isFulfilled, isRejected: Bool
    let value: ObjectIdentifier?
    let reason: ObjectIdentifier?

    init(_ promise: Promise<Thing>) {
      isPending = promise.isPending && !promise.isSettled && !promise.isSettled && promise.result == nil
      isFulfilled = promise.isFulfilled && promise.isSettled && promise.isSettled && promise.result != nil
      isRejected = promise.isRejected && promise.isSettled && promise.isSettled && promise.result != nil
      value = promise.value.map(ObjectIdentifier.init)
      reason = (promise.error as? Reason).map(ObjectIdentifier.init)
    }

    private init(isPending: Bool, value: Thing?, reason: Reason?) {
      (self.isPending, isFulfilled, isRejected) = (isPending, value != nil, reason != nil)
      self.value = value.map(ObjectIdentifier.init)
      self.reason = reason.map(ObjectIdentifier.init)
    }

    static let pending = State(isPending: true, value: nil, reason: nil)
    static func fulfilled(_ value: Thing) -> State { State(isPending: false, value: value, reason: nil) }
    static func rejected(_ reason: Reason) -> State { State(isPending: false, value: nil, reason: reason) }
  }

  // MARK: 2.1.1

  @Test func `2.1.1.1: when pending, a promise may transition to the fulfilled state`() {
    let (promise, resolver) = Promise<Thing>.pending()
    #expect(State(promise) == .pending)
    let thing = Thing()
    resolver.fulfill(thing)
    #expect(State(promise) == .fulfilled(thing))
  }

  @Test func `2.1.1.1: when pending, a promise may transition to the rejected state`() {
    let (promise, resolver) = Promise<Thing>.pending()
    #expect(State(promise) == .pending)
    let reason = Reason()
    resolver.reject(reason)
    #expect(State(promise) == .rejected(reason))
  }

  @Test func `2.1.1.1: when pending, a guarantee may transition to the fulfilled state`() {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    #expect(guarantee.isPending && !guarantee.isFulfilled && guarantee.value == nil)
    resolve(1)
    #expect(!guarantee.isPending && guarantee.isFulfilled && guarantee.value == 1)
  }

  // MARK: 2.1.2

  @Test(arguments: Attempt.allCases)
  func `2.1.2.1, 2.1.2.2: when fulfilled, a promise must not change its state or its value`(_ attempt: Attempt) async {
    let promise: Promise<Thing>
    var resolver: Resolver<Thing>?
    (promise, resolver) = Promise.pending()
    let thing = Thing()
    resolver?.fulfill(thing)
    attempt(&resolver)
    #expect(State(promise) == .fulfilled(thing))
    await DispatchQueue.global().async(.promise) { [resolver] in
      var resolver = resolver
      attempt(&resolver)
    }.get()
    #expect(State(promise) == .fulfilled(thing))
  }

  @Test func `2.1.2.1, 2.1.2.2: a promise created fulfilled must not change its state or its value`() {
    let thing = Thing()
    let promise = Promise.value(thing)
    promise.cancel()
    #expect(State(promise) == .fulfilled(thing))
  }

  @Test func `2.1.2.1, 2.1.2.2: when fulfilled, a guarantee must not change its value`() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    resolve(1)
    resolve(2)
    guarantee.cancel()
    await DispatchQueue.global().async(.promise) { resolve(3) }.get()
    #expect(guarantee.value == 1)
  }

  // MARK: 2.1.3

  @Test(arguments: Attempt.allCases)
  func `2.1.3.1, 2.1.3.2: when rejected, a promise must not change its state or its reason`(_ attempt: Attempt) async {
    let promise: Promise<Thing>
    var resolver: Resolver<Thing>?
    (promise, resolver) = Promise.pending()
    let reason = Reason()
    resolver?.reject(reason)
    attempt(&resolver)
    #expect(State(promise) == .rejected(reason))
    await DispatchQueue.global().async(.promise) { [resolver] in
      var resolver = resolver
      attempt(&resolver)
    }.get()
    #expect(State(promise) == .rejected(reason))
  }

  @Test func `2.1.3.1, 2.1.3.2: a promise created rejected must not change its state or its reason`() {
    let reason = Reason()
    let promise = Promise<Thing>(error: reason)
    promise.cancel()
    #expect(State(promise) == .rejected(reason))
  }

  // MARK: Concurrent attempts

  @Test(arguments: [Attempt.fulfill, .reject], [Attempt.fulfill, .reject, .resolveWithNothing, .cancel])
  func `2.1.2, 2.1.3: when threads race to settle a promise, all observers see the same outcome`(
    _ first: Attempt, _ second: Attempt
  ) async {
    for _ in 0..<100 {
      let (promise, resolver) = Promise<Thing>.pending()
      let seen = Log<State>()
      promise.tap(on: nil) { [weak promise] _ in seen(State(promise!)) }.catch(on: nil, policy: .allErrors) { _ in }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        var resolver = Optional(resolver)
        (thread == 0 ? first : second)(&resolver)
        seen(State(promise))
      }
      seen(State(promise))
      #expect(seen.count == 4 && Set(seen.entries.map { "\($0)" }).count == 1, "\(seen.entries)")
      #expect(!promise.isPending && promise.isFulfilled != promise.isRejected)
    }
  }
}
