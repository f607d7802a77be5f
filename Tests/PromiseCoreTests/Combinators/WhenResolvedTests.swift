import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(resolved:)` waits until all inputs have settled, whether they are fulfilled or rejected.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenResolvedTests {
  // MARK: Forms

  @Test func `a sequence is fulfilled with the outcomes in order`() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let whole = when(resolved: pending.lazy.map(\.promise))
    pending[2].resolver.fulfill(2)
    pending[1].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[0].resolver.fulfill(0)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(0), .error(TestError.one), .value(2)])
  }

  @Test func `several inputs of one type are fulfilled with an array`() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole: Guarantee<[Result<Int, any Error>]> = when(resolved: promise, .value(2), Promise(error: TestError.two))
    #expect(whole.isPending)
    resolver.reject(TestError.one)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(TestError.one), .value(2), .error(TestError.two)])
  }

  @Test func `several inputs of different types are fulfilled with a tuple`() async {
    let (promise, resolver) = Promise<String>.pending()
    let whole = when(resolved: Promise.value(1), promise, Guarantee.value(true), Promise<Double>(error: TestError.one))
    #expect(whole.isPending)
    resolver.reject(TestError.two)
    let (number, text, isTrue, fraction) = await whole.get()
    #expect(EquatableResult<Int>(number) == .value(1))
    #expect(EquatableResult<String>(text) == .error(TestError.two))
    #expect(EquatableResult<Bool>(isTrue) == .value(true))
    #expect(EquatableResult<Double>(fraction) == .error(TestError.one))
  }

  @Test func `a dictionary is fulfilled with the outcomes under their keys`() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(resolved: ["a": .value(1), "b": Promise(error: TestError.one), "c": promise])
    #expect(whole.isPending)
    resolver.fulfill(3)
    let outcomes = whole.value?.mapValues(EquatableResult<Int>.init)
    #expect(outcomes == ["a": .value(1), "b": .error(TestError.one), "c": .value(3)])
  }

  @Test func `the outcomes of guarantees are successes`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let whole = when(resolved: [guarantee, .value(2)])
    #expect(whole.isPending)
    seal(1)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(1), .value(2)])
  }

  @Test func `the outcome of an abandoned guarantee is a failure`() {
    let whole = silently {
      let abandoned = Guarantee<Int>.pending().guarantee
      return when(resolved: [abandoned, .value(2)])
    }
    guard let outcomes = whole.value, outcomes.count == 2,
      case .failure(PromiseError.abandoned(let file, _)) = outcomes[0]
    else {
      Issue.record("\(whole)")
      return
    }
    #expect(file.hasSuffix("WhenResolvedTests.swift") && EquatableResult<Int>(outcomes[1]) == .value(2))
  }

  @Test func `the outcome of an abandoned promise is a failure`() {
    let whole = silently { when(resolved: [Promise<Int> { _ in }]) }
    guard case .failure(PromiseError.abandoned)? = whole.value?.first else {
      Issue.record("\(whole)")
      return
    }
  }

  @Test func `the errors of inputs are not reported`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      _ = when(resolved: [promise, Promise(error: TestError.two)])
      _ = when(resolved: Promise<Int>(error: TestError.one), Promise<String>(error: TestError.two))
      resolver.reject(TestError.one)
    }
    #expect(log.entries == [])
  }

  @Test func `the last two inputs may settle concurrently`() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { when(resolved: [$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(wholes.allSatisfy { $0.value?.map(EquatableResult<Int>.init) == [.value(1), .error(TestError.two)] })
  }

  @Test func `a canceled when(resolved:) contains the error of an input that continues, which is not reported`() {
    let found = reports {
      let (promise, resolver) = Promise<Int>.pending()
      let (quick, quickResolver) = Promise<Int>.pending()
      let whole = when(resolved: [promise])
      let other = race([promise, quick], losers: .spare)  // lets the promise continue, and ignores its error
      whole.cancel()
      quickResolver.fulfill(1)
      #expect(other.value == 1 && promise.isPending)
      resolver.reject(TestError.one)
      #expect(whole.value?.map { (try? $0.get()) == nil } == [true])
    }
    #expect(found == [])
  }

  // MARK: Cancellation

  @Test func `canceling cancels the inputs that have no other consumer and waits for the others`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = when(resolved: [first, second, .value(3)])
    whole.cancel()
    #expect(one.isCancelled && !two.isCancelled && whole.isPending)
    two.fulfill(2)
    #expect(other.value == 2)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(CancellationError()), .value(2), .value(3)])
  }

  @Test func `canceling a tuple or a dictionary fulfills it`() {
    let (first, one) = Promise<Int>.pending()
    let tuple = when(resolved: first, Promise.value("a"))
    tuple.cancel()
    #expect(one.isCancelled && tuple.value?.0.isCancelled == true && (try? tuple.value?.1.get()) == "a")
    let (second, two) = Promise<Int>.pending()
    let dictionary = when(resolved: ["a": second])
    dictionary.cancel()
    #expect(two.isCancelled && dictionary.value?["a"]?.isCancelled == true)
  }

  @Test func `the outcome of a canceled input is a failure`() {
    let (first, one) = Promise<Int>.pending()
    let whole = when(resolved: [first, .value(2)])
    first.cancel()
    #expect(one.isCancelled)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(CancellationError()), .value(2)])
  }

  // MARK: Iterators

  @Test(arguments: [1, 3, 100])
  func `an iterator is exhausted within its limit even if some promises are rejected`(_ width: Int) async {
    let runningCount = Lock(0)
    let queue = DispatchQueue(label: "WhenResolvedTests", attributes: .concurrent)
    let promises = (0..<200).lazy.map { number in
      let now = runningCount.withLock { count in
        count += 1
        return count
      }
      #expect(now <= width)
      return queue.async(.promise) { () throws -> Int in
        runningCount.withLock { $0 -= 1 }
        guard number % 3 > 0 else { throw TestError.one }
        return number
      }
    }
    let outcomes = await when(resolved: promises.makeIterator(), maxConcurrent: width).get()
    #expect(
      outcomes.map(EquatableResult<Int>.init) == (0..<200).map { $0 % 3 > 0 ? .value($0) : .error(TestError.one) })
  }

  @Test func `the outcomes of an iterator are in the order in which its promises were created`() {
    let resolvers = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(3, resolvers), maxConcurrent: 3)
    resolvers.entries[2].fulfill(2)
    resolvers.entries[0].reject(TestError.one)
    #expect(whole.isPending)
    resolvers.entries[1].fulfill(1)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(TestError.one), .value(1), .value(2)])
  }

  @Test func `cancellation cancels the pending promises and requests no more promises from the iterator`() {
    let resolvers = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(100, resolvers), maxConcurrent: 2)
    resolvers.entries[0].fulfill(0)
    #expect(resolvers.count == 3)
    whole.cancel()
    #expect(resolvers.count == 3 && resolvers.entries[1].isCancelled && resolvers.entries[2].isCancelled)
    let canceled = EquatableResult<Int>.error(CancellationError())
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(0), canceled, canceled])
  }

  @Test func `canceling waits for promises that have another consumer`() {
    let resolvers = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(100, resolvers), maxConcurrent: 2)
    let other = resolvers.entries[0].promise.map(on: nil) { $0 }
    whole.cancel()
    #expect(whole.isPending && !resolvers.entries[0].isCancelled && resolvers.entries[1].isCancelled)
    resolvers.entries[0].fulfill(1)
    #expect(other.value == 1 && resolvers.count == 2)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(1), .error(CancellationError())])
  }

  /// Returns an iterator that creates `count` promises and logs their resolvers.
  private static func pending(_ count: Int, _ resolvers: Log<Resolver<Int>>) -> AnyIterator<Promise<Int>> {
    AnyIterator {
      guard resolvers.count < count else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
  }

  @Test func `when(resolved:) of no promises is fulfilled immediately`() {
    #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    #expect(when(resolved: [String: Promise<Int>]()).value?.isEmpty == true)
    #expect(when(resolved: EmptyCollection<Guarantee<Int>>().makeIterator(), maxConcurrent: 1).value?.isEmpty == true)
  }

  @Test func `a canceled guarantee that still waits observes the error of a spared promise`() {
    let found = reports {
      let (input, resolver) = Promise<Int>.pending()
      let (other, resolverOfOther) = Promise<Int>.pending()
      let whole = when(resolved: [input])
      // The race is the consumer that keeps the input from being canceled, and spares it.
      let winner = race([input, other], losers: .spare)
      whole.cancel()
      resolverOfOther.fulfill(1)
      #expect(winner.value == 1 && input.isPending)
      resolver.reject(TestError.one)
      #expect(whole.isFulfilled)
    }
    #expect(found.isEmpty, "\(found)")
  }
}

extension Result where Failure == any Error {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { error.isCancelled } else { false }
  }
}
