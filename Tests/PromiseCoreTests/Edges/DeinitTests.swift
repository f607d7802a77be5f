import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// User code in a `deinit` that the library sets off: it may do anything, since it never runs under a lock.
///
/// Each test has an object let go of by a promise, and its `deinit` uses that very promise.
@Suite(.promises(timeLimit: .seconds(280))) struct DeinitTests {
  /// Runs code when it goes.
  final class Last: Error {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Keeps it alive up to here.
    func touch() {}
  }

  /// A promise of a test, and everything that can be done with it.
  private final class Victim: Sendable {
    let promise: Promise<Last?>
    let resolver: Resolver<Last?>
    let used = Crowd()

    init() { (promise, resolver) = Promise<Last?>.pending() }

    /// An object that uses the promise when it goes.
    func last() -> Last {
      Last { [self] in
        promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
        promise.map(on: nil) { $0 }.cancel()
        promise.pipe { _ in }
        resolver.onCancel {}
        resolver.fulfill(nil)
        promise.cancel()
        _ = (promise.value, promise.description, promise.progress.snapshot, resolver.isCancelled)
        used.enter()
      }
    }
  }

  /// Runs `body` on a thread of its own, and expects it to come to its end. With a lock held it would not.
  private func run(_ sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void) async {
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue(label: "DeinitTests.body").async {
      body()
      isOver.signal()
    }
    let hasEnded = await withCheckedContinuation { continuation in
      DispatchQueue(label: "DeinitTests.watch").async {
        continuation.resume(returning: isOver.wait(timeout: .now() + 280) == .success)
      }
    }
    #expect(hasEnded, sourceLocation: sourceLocation)
  }

  @Test func aValueThatComesTooLate() async {
    let victim = Victim()
    await run {
      victim.resolver.fulfill(nil)
      victim.resolver.fulfill(victim.last())
    }
    #expect(victim.used.all == 1)
  }

  @Test func anErrorThatComesTooLate() async {
    let victim = Victim()
    await run {
      victim.resolver.fulfill(nil)
      victim.resolver.reject(victim.last())
    }
    #expect(victim.used.all == 1)
  }

  @Test func aHandlerThatHasRun() async {
    let victim = Victim()
    await run {
      victim.promise.done(on: nil) { [last = victim.last()] _ in last.touch() }.catch(on: nil) { _ in }
      victim.resolver.fulfill(nil)
    }
    #expect(victim.used.all == 1)
  }

  @Test func aHandlerThatIsPassedBy() async {
    let victim = Victim()
    await run {
      victim.promise.done(on: nil) { [last = victim.last()] _ in last.touch() }.catch(on: nil) { _ in }
      victim.resolver.reject(TestError.one)
    }
    #expect(victim.used.all == 1)
  }

  @Test(arguments: [1, 2, 3, 10]) func handlersThatAreCancelled(_ count: Int) async {
    let victim = Victim()
    await run {
      let derived = (0..<count).map { _ in
        victim.promise.done(on: nil) { [last = victim.last()] _ in last.touch() }
      }
      for each in derived { each.cancel() }
    }
    #expect(victim.used.all == count)
  }

  @Test(arguments: [false, true]) func handlersOfOnCancel(_ isCancelled: Bool) async {
    let victim = Victim()
    await run {
      for _ in 0..<3 { victim.resolver.onCancel { [last = victim.last()] in last.touch() } }
      if isCancelled { victim.promise.cancel() } else { victim.resolver.fulfill(nil) }
    }
    #expect(victim.used.all == 3)
  }

  @Test func aHandlerOfOnCancelThatComesTooLate() async {
    let victim = Victim()
    await run {
      victim.resolver.fulfill(nil)
      victim.resolver.onCancel { [last = victim.last()] in last.touch() }
    }
    #expect(victim.used.all == 1)
  }

  @Test func aListener() async {
    let victim = Victim()
    await run {
      for _ in 0..<3 { victim.promise.pipe { [last = victim.last()] _ in last.touch() } }
      victim.resolver.fulfill(nil)
    }
    #expect(victim.used.all == 3)
  }

  @Test func aHandlerOfProgress() async {
    let victim = Victim()
    await run {
      victim.promise.onProgress(on: nil) { [last = victim.last()] _ in last.touch() }
      victim.resolver.fulfill(nil)
    }
    #expect(victim.used.all == 1)
  }

  @Test func aHandlerOfProgressThatUsesTheProgress() async {
    let (promise, resolver) = Promise<Int>.pending()
    let used = Crowd()
    await run {
      let progress = promise.progress
      let makeLast = {
        Last {
          progress.weight = progress.snapshot.totalUnitCount + 1
          used.enter()
        }
      }
      promise.onProgress(on: nil) { [last = makeLast()] _ in last.touch() }
      resolver.fulfill(1)
    }
    #expect(used.all == 1)
  }

  @Test(arguments: [false, true]) func whatARetryingLoopHolds(_ isCancelled: Bool) async {
    let victim = Victim()
    await run {
      let whole = retry(on: nil, attempts: 2, delay: 0) { [last = victim.last()] in
        last.touch()
        return victim.promise
      }
      if isCancelled { whole.cancel() } else { victim.resolver.fulfill(nil) }
    }
    #expect(victim.used.all == 1)
  }

  @Test(arguments: [false, true]) func whatAnIteratorOfPromisesHolds(_ isCancelled: Bool) async {
    let victim = Victim()
    await run {
      let last = victim.last()
      var made = 0
      let whole = when(
        resolved: AnyIterator { () -> Promise<Last?>? in
          last.touch()
          made += 1
          return made < 3 ? victim.promise : nil
        }, maxConcurrent: 2)
      if isCancelled { whole.cancel() } else { victim.resolver.fulfill(nil) }
    }
    #expect(victim.used.all == 1)
  }

  /// What a member came to is let go of when the combinator goes.
  @Test func whatACombinatorHolds() async {
    let victim = Victim()
    await run {
      do {
        let first = Promise<Last?>.pending()
        let whole = when(fulfilled: [first.promise, victim.promise])
        first.resolver.fulfill(victim.last())
        victim.resolver.fulfill(nil)
        _ = whole.value
      }
    }
    #expect(victim.used.all == 1)
  }

  /// The value of a promise goes with it, and uses what was derived from it, and its source.
  @Test func theValueOfAPromiseThatGoes() async {
    let victim = Victim()
    await run {
      do {
        let derived = victim.promise.map(on: nil) { _ in victim.last() }
        victim.resolver.fulfill(nil)
        #expect(derived.isFulfilled && victim.used.all == 0)
      }
    }
    #expect(victim.used.all == 1)
  }
}
