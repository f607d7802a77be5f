import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `then`, which adopts the promise that its handler returns.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenTests {
  @Test func `then adopts the value of the promise that its handler returns`() async throws {
    let (inner, resolver) = Promise<String>.pending()
    let outer = Promise.value(1).then { _ in inner }
    resolver.fulfill("inner")
    #expect(try await outer.get() == "inner")
  }

  @Test func `then adopts the error of the promise that its handler returns`() async {
    let outer = Promise.value(1).then { _ in Promise<String>(error: TestError.two) }
    await #expect(throws: TestError.two) { try await outer.get() }
  }

  @Test func `then adopts the guarantee that its handler returns`() async throws {
    #expect(try await Promise.value(1).then { Guarantee.value($0 + 1) }.get() == 2)
  }

  @Test func `an error thrown by a handler of then rejects the derived promise`() async {
    let promise = Promise.value(1).then { _ -> Promise<Int> in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func `a promise that its own handler returns is rejected with returnedSelf`() async throws {
    let (start, resolver) = Promise<Int>.pending()
    let loop = Log<Promise<Int>>()
    let promise = start.then(on: nil) { _ in loop.entries[0] }
    loop(promise)
    resolver.fulfill(1)
    guard case .returnedSelf? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
  }

  // MARK: Guarantees

  // trap: guarantee-returned-itself
  @Test func `a guarantee that its own handler returns traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (start, resolve) = Guarantee<Int>.pending()
      let own = Log<Guarantee<Int>>()
      own(start.then(on: nil) { _ in own.entries[0] })
      resolve(1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The guarantee created at \(#fileID):"))
    #expect(
      message.contains(
        " was returned by the handler whose result was to fulfill it, so it can never be fulfilled."))
  }

  @Test func `then on a guarantee returns what its handler returns, a promise for any other thenable`() {
    let promise: Promise<Int> = Guarantee.value(1).then(on: nil) { Promise.value($0 + 1) }
    #expect(promise.value == 2)
    let failed: Promise<Int> = Guarantee.value(1).then(on: nil) { _ in Promise(error: TestError.one) }
    #expect(failed.error as? TestError == .one)
    let foreign: Promise<Int> = Guarantee.value(1).then(on: nil) { ForeignPromise(.success($0 + 2)) }
    #expect(foreign.value == 3)
    let throwing: Promise<Int> = Guarantee.value(1).then(on: nil) { _ -> Guarantee<Int> in throw TestError.two }
    #expect(throwing.error as? TestError == .two)
    func generic<T: Thenable<Int>>(_ source: T) -> Promise<Int> { Guarantee.value(1).then(on: nil) { _ in source } }
    #expect(generic(Guarantee.value(4)).value == 4 && generic(ForeignPromise(.success(5))).value == 5)
  }

  @Test func `a promise that the handler of a guarantee returns to itself is rejected`() {
    let (start, resolve) = Guarantee<Int>.pending()
    let own = Log<Promise<Int>>()
    own(start.then(on: nil) { _ in own.entries[0] })
    resolve(1)
    guard case PromiseError.returnedSelf? = own.entries[0].error else {
      Issue.record("\(own.entries[0])")
      return
    }
  }

  // trap: thenable-with-its-own-chained
  @Test func `a thenable that declares what continues its chains traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Guarantee.value(1).then(on: nil) { _ in MisdeclaredThenable() }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    // A release build writes the name of a private type differently.
    #expect(message.contains("MisdeclaredThenable"))
    #expect(message.contains(".Chained must be Promise<Int>, the default. Remove the declaration of `Chained`."))
  }

  @Test func `then on a guarantee returns a guarantee`() {
    let guarantee: Guarantee<Int> = Guarantee.value(1).then(on: nil) { Guarantee.value($0 + 1) }
    #expect(guarantee.value == 2)
  }

  // MARK: Executors

  @Test @MainActor func `a handler written on the main actor runs there instead of on the default queue`() async {
    let log = MainActorLog<String>()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let then: Guarantee<Void> = withPromiseQueue(MarkedQueue().queue) {
      guarantee.then { _ in
        log("then")
        return Guarantee<Void>()
      }
    }
    await elsewhere { seal(1) }
    await then.get()
    #expect(log.entries == ["then"])
  }

  @Test func `handlers run on the queue passed to then`() async throws {
    let here = MarkedQueue()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let derived = promise.then(on: here.queue) { _ in Promise.value(here.isCurrent) }
    let sure: Guarantee<Bool> = guarantee.then(on: here.queue) { _ in Guarantee.value(here.isCurrent) }
    await elsewhere {
      resolver.fulfill(1)
      seal(1)
    }
    #expect(try await derived.get())
    #expect(await sure.get())
  }
}

/// A thenable that does not leave `Chained` to its default.
private final class MisdeclaredThenable: Thenable {
  typealias Chained = Guarantee<Int>
  var result: Result<Int, any Error>? { .success(1) }

  func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { handler(.success(1)) }
}
