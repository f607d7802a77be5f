import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@Suite(.sharingProcessors) struct WaitForPromisesTests {
  let queue = DispatchQueue(label: "WaitForPromisesTests")

  @Test(.promises(timeLimit: .testLimit)) func `a test waits for its promises and their handlers`() {
    let log = Log<String>()
    let promise = after(.milliseconds(1)).then(on: queue) { Promise.value(1) }.done(on: queue) { _ in log("done") }
    #expect(waitForPromises(timeout: .testLimit))
    #expect(log.entries == ["done"])
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .testLimit)) func `waitForPromises returns false after the timeout`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!waitForPromises(timeout: 0.001))
    #expect(!waitForPromises(timeout: 0))
    #expect(!waitForPromises(timeout: -1))
    #expect(!waitForPromises(timeout: .milliseconds(1)))
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: .testLimit))
    #expect(promise.value == 1)
  }

  @Test(.promises(timeLimit: .testLimit)) func `the timeout of waitForPromises may be a Duration`() {
    let (shortLimit, longLimit): (Duration, Duration) = (.milliseconds(1), .testLimit)
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!waitForPromises(timeout: shortLimit))
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: longLimit))
    #expect(promise.value == 1)
  }

  @Test(.promises(timeLimit: .testLimit)) @MainActor func `the main queue runs during a wait on the main actor`() {
    let log = Log<String>()
    let promise = after(.milliseconds(1))
      .then { Promise.value("main actor") }
      .done { text in
        MainActor.preconditionIsolated()
        log(text)
      }
      .get(on: .main) { log("main queue") }
      .get(on: queue) { log("another queue") }
    #expect(waitForPromises(timeout: .testLimit))
    #expect(log.entries == ["main actor", "main queue", "another queue"])
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .testLimit)) @MainActor func `a wait on the main actor ends after the timeout`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!waitForPromises(timeout: 0.001))
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: .infinity))
    #expect(promise.value == 1)
  }

  @Test(.promises(timeLimit: .testLimit), arguments: 0..<4)
  func `tests that block do not occupy the cooperative pool`(_ number: Int) {
    let promise = Promise<Int> {
      await Task.yield()
      return number
    }
    #expect(waitForPromises(timeout: .testLimit))
    #expect(promise.value == number)
  }

  @Test func `a test without a trait waits for handlers on the main queue`() {
    let log = Log<Int>()
    let promise = Promise.value(1).map { $0 + 1 }.done { log($0) }
    // `waitForPromises` also waits for the promises of parallel tests here, so one call may time out.
    for _ in 0..<100 where promise.isPending { _ = waitForPromises(timeout: 0.1) }
    #expect(promise.isFulfilled)
    #expect(log.entries == [2])
  }

  @Test func `waitForPromises does not wait for a deallocated promise`() {
    silently {
      var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      #expect(!waitForPromises(timeout: 0))
      pair = nil
      #expect(pair == nil)
      #expect(waitForPromises(timeout: .testLimit))
    }
  }

  /// Records on deinitialization whether the group of its test is still entered.
  final class Held: Sendable {
    let group: DispatchGroup
    let log: Log<Bool>

    init(_ group: DispatchGroup, _ log: Log<Bool>) {
      self.group = group
      self.log = log
    }

    deinit { log(group.wait(timeout: .now()) == .timedOut) }

    func touch() {}
  }

  @Test(.promises(timeLimit: .testLimit)) func `the wait does not end before a handler has released its captures`() {
    let isGroupEntered = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let held = Held(.promises, isGroupEntered)
      promise.done(on: queue) { _ in held.touch() }.catch(on: nil) { _ in }
    }
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: .testLimit))
    #expect(isGroupEntered.entries == [true])
  }

  @Test(.promises(timeLimit: .testLimit)) func `the captures of a handler are deallocated when the wait has ended`() {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    weak var child: Promise<Int>?
    do {
      let object = lifetime.object()
      child = promise.map(on: queue) { number in
        object.touch()
        return number
      }
    }
    #expect(child != nil)
    resolver.fulfill(1)
    #expect(waitForPromises(timeout: .testLimit))
    #expect(child == nil)
    #expect(lifetime.alive == 0)
  }
}
