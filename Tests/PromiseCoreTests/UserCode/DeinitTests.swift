import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// User code in a `deinit` that the library triggers may do anything, because it never runs under a lock.
///
/// In each test, a promise releases an object, and the object's `deinit` uses that same promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct DeinitTests {
  /// Runs a closure when it is deallocated.
  final class OnDeinit: Error {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }

    /// Keeps the object alive until this call.
    func touch() {}
  }

  /// The promise under test, with every operation that a `deinit` may perform on it.
  private final class Subject: Sendable {
    let promise: Promise<OnDeinit?>
    let resolver: Resolver<OnDeinit?>
    let used = Crowd()

    init() { (promise, resolver) = Promise<OnDeinit?>.pending() }

    /// Returns an object that uses the promise in its `deinit`.
    func object() -> OnDeinit {
      OnDeinit { [self] in
        promise.done(on: nil) { _ in }.catch(on: nil) { _ in }
        promise.map(on: nil) { $0 }.catch(on: nil) { _ in }.cancel()
        promise.pipe { _ in }
        resolver.onCancel {}
        resolver.fulfill(nil)
        promise.cancel()
        _ = (promise.value, promise.description, promise.progress.snapshot, resolver.isCancelled)
        used.enter()
      }
    }
  }

  /// Runs `body` on its own thread and expects it to return. If a lock were held, it would deadlock.
  private func run(_ sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void) async {
    let finished = DispatchSemaphore(value: 0)
    DispatchQueue(label: "DeinitTests.body").async {
      body()
      finished.signal()
    }
    let hasReturned = await withCheckedContinuation { continuation in
      DispatchQueue(label: "DeinitTests.watch").async {
        continuation.resume(returning: finished.wait(timeout: .now() + .testLimit) == .success)
      }
    }
    #expect(hasReturned, sourceLocation: sourceLocation)
  }

  @Test func `a late value may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.resolver.fulfill(nil)
      subject.resolver.fulfill(subject.object())
    }
    #expect(subject.used.all == 1)
  }

  @Test func `a late error may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.resolver.fulfill(nil)
      subject.resolver.reject(subject.object())
    }
    #expect(subject.used.all == 1)
  }

  @Test func `an object retained by a handler that has run may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.promise.done(on: nil) { [object = subject.object()] _ in object.touch() }.catch(on: nil) { _ in }
      subject.resolver.fulfill(nil)
    }
    #expect(subject.used.all == 1)
  }

  @Test func `an object retained by a handler released without running may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.promise.done(on: nil) { [object = subject.object()] _ in object.touch() }.catch(on: nil) { _ in }
      subject.resolver.reject(TestError.one)
    }
    #expect(subject.used.all == 1)
  }

  @Test(arguments: [1, 2, 3, 10])
  func `objects retained by canceled handlers may use the promise in their deinit`(_ count: Int) async {
    let subject = Subject()
    await run {
      let derived = (0..<count).map { _ in
        subject.promise.done(on: nil) { [object = subject.object()] _ in object.touch() }
      }
      for each in derived { each.cancel() }
    }
    #expect(subject.used.all == count)
  }

  @Test(arguments: [false, true])
  func `objects retained by onCancel handlers may use the promise in their deinit`(_ isCancelled: Bool) async {
    let subject = Subject()
    await run {
      for _ in 0..<3 { subject.resolver.onCancel { [object = subject.object()] in object.touch() } }
      if isCancelled { subject.promise.cancel() } else { subject.resolver.fulfill(nil) }
    }
    #expect(subject.used.all == 3)
  }

  @Test func `an object retained by a late onCancel handler may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.resolver.fulfill(nil)
      subject.resolver.onCancel { [object = subject.object()] in object.touch() }
    }
    #expect(subject.used.all == 1)
  }

  @Test func `objects retained by handlers of pipe may use the promise in their deinit`() async {
    let subject = Subject()
    await run {
      for _ in 0..<3 { subject.promise.pipe { [object = subject.object()] _ in object.touch() } }
      subject.resolver.fulfill(nil)
    }
    #expect(subject.used.all == 3)
  }

  @Test func `an object retained by a progress handler may use the promise in its deinit`() async {
    let subject = Subject()
    await run {
      subject.promise.onProgress(on: nil) { [object = subject.object()] _ in object.touch() }
      subject.resolver.fulfill(nil)
    }
    #expect(subject.used.all == 1)
  }

  @Test func `an object retained by a progress handler may use the progress in its deinit`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let used = Crowd()
    await run {
      let progress = promise.progress
      let makeObject = {
        OnDeinit {
          progress.weight = progress.snapshot.totalUnitCount + 1
          used.enter()
        }
      }
      promise.onProgress(on: nil) { [object = makeObject()] _ in object.touch() }
      resolver.fulfill(1)
    }
    #expect(used.all == 1)
  }

  @Test(arguments: [false, true])
  func `an object retained by the body of retry may use the promise in its deinit`(_ isCancelled: Bool) async {
    let subject = Subject()
    await run {
      let whole = retry(on: nil, attempts: 2, delay: 0) { [object = subject.object()] in
        object.touch()
        return subject.promise
      }
      if isCancelled { whole.cancel() } else { subject.resolver.fulfill(nil) }
    }
    #expect(subject.used.all == 1)
  }

  @Test(arguments: [false, true])
  func `an object retained by an iterator of promises may use a promise in its deinit`(_ isCancelled: Bool) async {
    let subject = Subject()
    await run {
      let object = subject.object()
      var created = 0
      let whole = when(
        resolved: AnyIterator { () -> Promise<OnDeinit?>? in
          object.touch()
          created += 1
          return created < 3 ? subject.promise : nil
        }, maxConcurrent: 2)
      if isCancelled { whole.cancel() } else { subject.resolver.fulfill(nil) }
    }
    #expect(subject.used.all == 1)
  }

  /// A combinator releases the values of its inputs when it is deallocated.
  @Test func `a value retained by a combinator may use an input in its deinit`() async {
    let subject = Subject()
    await run {
      do {
        let first = Promise<OnDeinit?>.pending()
        let whole = when(fulfilled: [first.promise, subject.promise])
        first.resolver.fulfill(subject.object())
        subject.resolver.fulfill(nil)
        _ = whole.value
      }
    }
    #expect(subject.used.all == 1)
  }

  /// The value of a derived promise is released with it, and its `deinit` uses the upstream promise.
  @Test func `the value of a deallocated promise may use the upstream promise in its deinit`() async {
    let subject = Subject()
    await run {
      do {
        let derived = subject.promise.map(on: nil) { _ in subject.object() }
        subject.resolver.fulfill(nil)
        #expect(derived.isFulfilled && subject.used.all == 0)
      }
    }
    #expect(subject.used.all == 1)
  }
}
