import Dispatch
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Code that runs within the call that settles or cancels a promise does not see the default queue of the caller.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct InlineCodeContextTests {
  /// Code that runs within another call, other than the inline handlers that `HandlerForm` lists.
  enum Code: CaseIterable {
    case pipe, onCancel, onCancelOfLoser, guaranteeMap, whenResult, raceResult

    /// Attaches `body` to promises, and returns a function that makes it run.
    func attach(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      let (promise, resolver) = Promise<Int>.pending()
      switch self {
      case .pipe:
        promise.pipe { _ in body() }
        return { resolver.fulfill(1) }
      case .onCancel:
        resolver.onCancel(body)
        return { withExtendedLifetime(resolver) { promise.cancel() } }
      case .onCancelOfLoser:
        let (winner, winnersResolver) = Promise<Int>.pending()
        resolver.onCancel(body)
        race([promise, winner]).cauterize()
        return { withExtendedLifetime(resolver) { winnersResolver.fulfill(1) } }
      case .guaranteeMap:
        resolver.fulfill(1)
        let (guarantee, resolve) = Guarantee<Int>.pending()
        guarantee.done(on: nil) { _ in body() }
        return { resolve(1) }
      case .whenResult:
        when(fulfilled: [promise]).done(on: nil) { _ in body() }.cauterize()
        return { resolver.fulfill(1) }
      case .raceResult:
        race([promise]).done(on: nil) { _ in body() }.cauterize()
        return { resolver.fulfill(1) }
      }
    }
  }

  @Test(arguments: Code.allCases, [true, false])
  func `inline code passes on the default queue of the code that attached it`(_ code: Code, _ hasScope: Bool)
    async throws
  {
    let probe = ContextProbe()
    let run = await probe.asWriter(hasScope: hasScope) { code.attach { probe.find() } }
    await probe.asSettler(run)
    let finding = try #require(probe.findings.first)
    let expected: ContextProbe.Place = hasScope ? .writersQueue : .main
    #expect(try await finding.places.get(timeout: .testLimit) == [expected, expected])
    let registered = try await finding.registered.get(timeout: .testLimit)
    #expect(registered == Array(repeating: hasScope ? "writer" : nil, count: 3))
  }

  @Test func `under withPromiseQueue(nil), the handlers of handlers run inline`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = withPromiseQueue(nil) {
      promise.then { _ -> Promise<Int> in
        Promise.value(2).done { _ in log(isOnMainQueue ? "inner on the main queue" : "inner") }.cauterize()
        log("outer")
        return .value(3)
      }.done { _ in log("last") }
    }
    resolver.fulfill(1)
    #expect(chain.isFulfilled)
    #expect(log.entries == ["inner", "outer", "last"])
  }

  @Test func `code settled under withPromiseQueue(nil) does not run inline`() async throws {
    let probe = ContextProbe()
    let (promise, resolver) = Promise<Int>.pending()
    let derived = await probe.asWriter(hasScope: true) { promise.done(on: nil) { _ in probe.find() } }
    await elsewhere { withPromiseQueue(nil) { resolver.fulfill(1) } }
    try await derived.get()
    #expect(try await probe.findings.first?.places.get(timeout: .testLimit) == [.writersQueue, .writersQueue])
  }
}
