import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Inline handlers that settle other promises nest on the stack up to a limit. See `Trampoline`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TrampolineNestingTests {
  @Test(arguments: [0, 1, Trampoline.nestingLimit - 2, Trampoline.nestingLimit - 1])
  func `an inline handler runs before the call that settles its promise returns`(_ depth: Int) {
    let log = Log<String>()
    nested(depth) {
      let (promise, resolver) = Promise<Int>.pending()
      promise.done(on: nil) { log("\($0)") }.cauterize()
      resolver.fulfill(1)
      log("settled")
    }
    #expect(log.entries == ["1", "settled"])
  }

  @Test(arguments: [Trampoline.nestingLimit, Trampoline.nestingLimit + 5])
  func `beyond the nesting limit, an inline handler runs after the enclosing handler returns`(_ depth: Int) {
    let log = Log<String>()
    nested(depth) {
      let (promise, resolver) = Promise<Int>.pending()
      promise.done(on: nil) { log("\($0)") }.cauterize()
      resolver.fulfill(1)
      log("settled")
    }
    #expect(log.entries == ["settled", "1"])
  }

  /// What observes a promise and runs an inline handler.
  enum InlineObserver: CaseIterable {
    case promise, guarantee, closure

    /// Attaches a handler that captures `object`, and then another one, which calls `next`. Returns a function that
    /// settles their promise.
    func attach(_ object: Lifetime.Object, then next: @escaping @Sendable () -> Void) -> () -> Void {
      if self == .guarantee {
        let (guarantee, fulfill) = Guarantee<Int>.pending()
        guarantee.done(on: nil) { _ in object.touch() }
        guarantee.done(on: nil) { _ in next() }
        return { fulfill(1) }
      }
      let (promise, resolver) = Promise<Int>.pending()
      if self == .promise {
        promise.done(on: nil) { _ in object.touch() }.cauterize()
      } else {
        promise.pipe { _ in object.touch() }
      }
      promise.pipe { _ in next() }
      return { resolver.fulfill(1) }
    }
  }

  @Test(arguments: InlineObserver.allCases, [0, 1, Trampoline.nestingLimit - 2, Trampoline.nestingLimit - 1])
  func `an inline handler is released before the next one runs`(_ observer: InlineObserver, _ depth: Int) {
    let log = Log<Int>()
    nested(depth) {
      let lifetime = Lifetime()
      observer.attach(lifetime.object()) { log(lifetime.alive) }()
    }
    #expect(log.entries == [0])
  }

  @Test func `beyond the nesting limit, code can wait for a promise that it has settled`() {
    let log = Log<Int>()
    nested(Trampoline.nestingLimit + 5) {
      let (promise, resolver) = Promise<Int>.pending()
      let next = promise.map(on: nil) { $0 + 1 }
      resolver.fulfill(1)
      log((try? next.wait()) ?? 0)
    }
    #expect(log.entries == [2])
  }

  @Test func `beyond the nesting limit, code can wait for the cancellation handler of a promise that it has canceled`()
  {
    let log = Log<Int>()
    nested(Trampoline.nestingLimit + 5) {
      let (settled, resolver) = Promise<Int>.pending()
      let (promise, canceled) = Promise<Int>.pending()
      canceled.onCancel { resolver.fulfill(1) }
      promise.cancel()
      log((try? settled.wait()) ?? 0)
    }
    #expect(log.entries == [1])
  }

  /// The handler runs on a queue, so it does not wait for the code that has settled its promise.
  @Test(arguments: [0, 1, Trampoline.nestingLimit - 1, Trampoline.nestingLimit, Trampoline.nestingLimit + 5])
  func `at any depth, a handler on a queue runs while the code that settled its promise is blocked`(_ depth: Int) {
    let hasRun = DispatchSemaphore(value: 0)
    let log = Log<DispatchTimeoutResult>()
    nested(depth) {
      let (promise, resolver) = Promise<Int>.pending()
      promise.done(on: .global()) { _ in hasRun.signal() }.cauterize()
      resolver.fulfill(1)
      log(hasRun.wait(timeout: .now() + .seconds(120)))
    }
    #expect(log.entries == [.success])
  }
}
