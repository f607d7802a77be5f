import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Deeply nested combinators and operators do not recurse: each test runs on a stack of 512 KiB.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct DeepNestingTests {
  static let depth = many(20_000)

  /// The operation that wraps each promise into the next one.
  enum Wrapping: CaseIterable {
    case retryAttempt, reduceStep, limitedWhenInput, timeout, whenInput, raceInput

    func wrap(_ promise: Promise<Int>) -> Promise<Int> {
      switch self {
      // A second attempt on each level would take hours.
      case .retryAttempt: retry(on: nil, attempts: 0) { promise }
      case .reduceStep: Promise.value(0).reduce(on: nil, [1]) { _, _ in promise }
      case .limitedWhenInput: when(fulfilled: [promise].makeIterator(), maxConcurrent: 1).map(on: nil) { $0[0] }
      case .timeout: promise.timeout(.seconds(1_000_000))
      case .whenInput: when(fulfilled: [promise]).map(on: nil) { $0[0] }
      case .raceInput: race([promise])
      }
    }

    func nest(around promise: Promise<Int>) -> Promise<Int> {
      var whole = promise
      for _ in 0..<DeepNestingTests.depth { whole = wrap(whole) }
      return whole
    }
  }

  @Test(arguments: Wrapping.allCases)
  func `a deeply nested promise is fulfilled and released on a small stack`(_ wrapping: Wrapping) async {
    let lifetime = Lifetime()
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let object = lifetime.object()
      let innermost = promise.map(on: nil) { number in
        object.touch()
        return number
      }
      let whole = wrapping.nest(around: innermost)
      resolver.fulfill(7)
      #expect(whole.value == 7)
    }
    #expect(lifetime.alive == 0)
  }

  @Test(arguments: Wrapping.allCases)
  func `a deeply nested promise is rejected on a small stack`(_ wrapping: Wrapping) async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = wrapping.nest(around: promise)
      resolver.reject(CancellationError())
      #expect(whole.error is CancellationError)
    }
  }

  @Test(arguments: Wrapping.allCases)
  func `canceling a deeply nested promise reaches the innermost promise on a small stack`(_ wrapping: Wrapping) async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = wrapping.nest(around: promise)
      whole.cancel()
      #expect(whole.error is CancellationError)
      #expect(resolver.isCancelled && promise.error is CancellationError)
    }
  }

  @Test(arguments: Wrapping.allCases)
  func `a deeply nested promise is released on a small stack while it is pending`(_ wrapping: Wrapping) async {
    let lifetime = Lifetime()
    await onSmallStack {
      PromiseContext.$current.withValue(PromiseContext(report: { _ in })) {
        var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
        let object = lifetime.object()
        _ = wrapping.nest(
          around: pair!.promise.map(on: nil) { number in
            object.touch()
            return number
          })
        pair = nil
        #expect(pair == nil)
      }
    }
    #expect(lifetime.alive == 0)
  }
}
