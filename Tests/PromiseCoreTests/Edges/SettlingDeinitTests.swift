import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A `deinit` that fulfils or rejects a promise, or calls code that throws: while another promise settles, and within a
/// handler that lets go of the last reference.
@Suite(.promises(timeLimit: .seconds(280))) struct SettlingDeinitTests {
  /// What an object does when it goes.
  enum Deed: CaseIterable {
    case fulfills, rejects, catchesAnError, hasAHandlerThatThrows
  }

  final class Doer: Sendable {
    private let deed: Deed
    private let resolver: Resolver<Int>

    init(_ deed: Deed, _ resolver: Resolver<Int>) { (self.deed, self.resolver) = (deed, resolver) }

    deinit {
      switch deed {
      case .fulfills: resolver.fulfill(1)
      case .rejects: resolver.reject(TestError.one)
      case .catchesAnError: do { try Self.fail() } catch { resolver.reject(error) }
      case .hasAHandlerThatThrows:
        Promise.value(1).map(on: nil) { _ in try Self.fail() }.catch(on: nil) { [resolver] in resolver.reject($0) }
      }
    }

    private static func fail() throws { throw TestError.one }

    func touch() {}
  }

  /// Expects a promise to come to what an object did when it went.
  private func expect(
    _ promise: Promise<Int>, _ deed: Deed, _ sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    switch (await promise.getResult(), deed) {
    case (.success(1), .fulfills): break
    case (.failure(TestError.one), .rejects), (.failure(TestError.one), .catchesAnError),
      (.failure(TestError.one), .hasAHandlerThatThrows):
      break
    case (let result, _): Issue.record("\(deed): \(result)", sourceLocation: sourceLocation)
    }
  }

  // MARK: While a promise settles

  /// The handler holds it, has run, and is released.
  @Test(arguments: Deed.allCases, HandlerPlace.allCases)
  func aHandlerThatHasRun(_ deed: Deed, _ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let handler = promise.map(on: place.queue) { [doer = Doer(deed, otherResolver)] number in
      doer.touch()
      return number
    }
    let sibling = promise.map(on: place.queue) { $0 + 1 }
    resolver.fulfill(1)
    await expect(other, deed)
    #expect(try await handler.get() == 1)
    #expect(try await sibling.get() == 2)
  }

  /// Likewise, but the error passes it by.
  @Test(arguments: Deed.allCases, HandlerPlace.allCases)
  func aHandlerThatIsPassedBy(_ deed: Deed, _ place: HandlerPlace) async {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let handler = promise.done(on: place.queue) { [doer = Doer(deed, otherResolver)] _ in doer.touch() }
    let sibling = promise.map(on: place.queue) { $0 + 1 }
    resolver.reject(TestError.two)
    await expect(other, deed)
    await #expect(throws: TestError.two) { try await handler.get() }
    await #expect(throws: TestError.two) { try await sibling.get() }
  }

  /// It is the value, and the promise is settled already.
  @Test(arguments: Deed.allCases) func aValueThatComesTooLate(_ deed: Deed) async {
    let (promise, resolver) = Promise<Doer?>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    resolver.fulfill(nil)
    resolver.fulfill(Doer(deed, otherResolver))
    #expect(promise.isFulfilled && other.isSettled)
    await expect(other, deed)
  }

  /// What it settles is the promise whose handler holds it, and which has been settled, or is being cancelled.
  @Test(arguments: Deed.allCases, [false, true])
  func itComesTooLateItself(_ deed: Deed, _ isCancelled: Bool) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Log<Int>()
    resolver.onCancel { told(1) }
    let handler = promise.map(on: nil) { [doer = Doer(deed, resolver)] number in
      doer.touch()
      return number
    }
    let sibling = promise.map(on: nil) { $0 + 1 }
    if isCancelled {
      promise.cancel()
      #expect(handler.isCancelled && sibling.isCancelled && told.entries == [1])
    } else {
      resolver.fulfill(5)
      #expect(handler.value == 5 && sibling.value == 6 && told.count == 0)
    }
  }

  // MARK: Within a handler

  /// A handler lets go of the last reference: whoever waits for what is settled then has its turn afterwards.
  @Test(arguments: Deed.allCases, HandlerPlace.allCases)
  func theLastReferenceGoesInAHandler(_ deed: Deed, _ place: HandlerPlace) async throws {
    let queue = place.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let box = Lock<Doer?>(Doer(deed, otherResolver))
    let heard = other.ensure(on: queue) { log("heard") }
    let handler = promise.map(on: queue) { number in
      do { _ = box.withLock { $0.take() } }
      #expect(other.isSettled)
      log("let go")
      return number
    }
    resolver.fulfill(1)
    #expect(try await handler.get() == 1)
    await expect(other, deed)
    await expect(heard, deed)
    switch place {
    case .inline: #expect(log.entries == ["heard", "let go"])
    case .serialQueue: #expect(log.entries == ["let go", "heard"])
    case .concurrentQueue: #expect(log.entries.sorted() == ["heard", "let go"])
    }
  }

  /// A handler lets go of the last reference to a promise that is pending, whose handler holds it.
  @Test(arguments: Deed.allCases, HandlerPlace.allCases)
  func thePromiseOfAHandlerGoesInAHandler(_ deed: Deed, _ place: HandlerPlace) async throws {
    let (other, otherResolver) = Promise<Int>.pending()
    let hold = { @Sendable () -> Resolver<Int> in
      let (held, resolver) = Promise<Int>.pending()
      held.done(on: nil) { [doer = Doer(deed, otherResolver)] _ in doer.touch() }.catch(on: nil) { _ in }
      return resolver
    }
    let box = Lock<Resolver<Int>?>(silently { hold() })
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: place.queue) { number in
      do { _ = box.withLock { $0.take() } }
      #expect(other.isSettled)
      return number
    }
    resolver.fulfill(1)
    #expect(try await handler.get() == 1)
    await expect(other, deed)
  }

  /// A handler lets go of the last reference, and what goes with it settles what the handler's own promise follows.
  @Test(arguments: Deed.allCases, HandlerPlace.allCases)
  func itSettlesWhatTheHandlerReturns(_ deed: Deed, _ place: HandlerPlace) async {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.then(on: place.queue) { _ in
      let (other, otherResolver) = Promise<Int>.pending()
      do { Doer(deed, otherResolver).touch() }
      #expect(other.isSettled)
      return other
    }
    resolver.fulfill(1)
    await expect(whole, deed)
  }
}
