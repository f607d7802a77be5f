import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// No recursion: promises of steps within steps within steps, on a stack of 512 KiB.
@Suite(.promises(timeLimit: .seconds(280)), .serialized) struct NestTests {
  static let depth = many(20_000)

  /// What each promise is wrapped into.
  enum Wrapping: CaseIterable {
    case attempt, step, member, limit, oneOfAll, racer

    func wrap(_ promise: Promise<Int>) -> Promise<Int> {
      switch self {
      case .attempt: retry(on: nil, attempts: 0) { promise }  // a second attempt of each would go on for hours
      case .step: Promise.value(0).reduce(on: nil, [1]) { _, _ in promise }
      case .member: when(fulfilled: [promise].makeIterator(), maxConcurrent: 1).map(on: nil) { $0[0] }
      case .limit: promise.timeout(.seconds(1_000_000))
      case .oneOfAll: when(fulfilled: [promise]).map(on: nil) { $0[0] }
      case .racer: race([promise])
      }
    }

    func nest(around promise: Promise<Int>) -> Promise<Int> {
      var whole = promise
      for _ in 0..<NestTests.depth { whole = wrap(whole) }
      return whole
    }
  }

  @Test(arguments: Wrapping.allCases) func itIsFulfilledAndReleased(_ wrapping: Wrapping) async {
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

  @Test(arguments: Wrapping.allCases) func itIsRejectedThroughout(_ wrapping: Wrapping) async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = wrapping.nest(around: promise)
      resolver.reject(CancellationError())
      #expect(whole.error is CancellationError)
    }
  }

  @Test(arguments: Wrapping.allCases) func cancellationGoesAllTheWayIn(_ wrapping: Wrapping) async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      let whole = wrapping.nest(around: promise)
      whole.cancel()
      #expect(whole.error is CancellationError)
      #expect(resolver.isCancelled && promise.error is CancellationError)
    }
  }

  @Test(arguments: Wrapping.allCases) func itIsReleasedPending(_ wrapping: Wrapping) async {
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
