import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Long chains settle without recursion. The tests run on a stack of 512 KiB, which a recursion of 10,000 frames
/// exceeds.
///
/// One test uses a chain of a million promises. In a debug build that takes seconds, so the other tests use shorter
/// chains.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore), .serialized) struct ChainDepthTests {
  static let depth = many(50_000)

  /// The operator of each step of a chain.
  enum Step: CaseIterable {
    case inline, passing, adopting, ensuring

    func attach(to promise: Promise<Int>) -> Promise<Int> {
      switch self {
      case .inline: promise.map(on: nil) { $0 + 1 }
      case .passing: promise.recover(on: nil) { _ in Promise.value(0) }
      case .adopting: Promise(promise)
      case .ensuring: promise.ensure(on: nil) {}
      }
    }

    func chain(on start: Promise<Int>, depth: Int = ChainDepthTests.depth) -> Promise<Int> {
      var end = start
      for _ in 0..<depth { end = attach(to: end) }
      return end
    }
  }

  @Test func `a chain of a million promises settles and is released`() async {
    let lifetime = Lifetime()
    await onSmallStack {
      let object = lifetime.object()
      let (start, resolver) = Promise<Int>.pending()
      let first = start.map(on: nil) { number in
        object.touch()
        return number
      }
      let end = Step.inline.chain(on: first, depth: many(1_000_000))
      resolver.fulfill(0)
      #expect(end.value == many(1_000_000))
    }
    #expect(lifetime.alive == 0)
  }

  @Test(arguments: Step.allCases) func `a long chain is fulfilled and released`(_ step: Step) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = step.chain(on: start)
      resolver.fulfill(0)
      #expect(end.value == (step == .inline ? Self.depth : 0))
    }
  }

  @Test(arguments: Step.allCases) func `a long chain is rejected and released`(_ step: Step) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let end = step.chain(on: start)
      resolver.reject(TestError.one)
      #expect(step == .passing ? end.value == 0 : end.error as? TestError == .one)
    }
  }

  @Test(arguments: Step.allCases) func `a long chain is canceled from its end`(_ step: Step) async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      step.chain(on: start).cancel()
      #expect(resolver.isCancelled && start.error is CancellationError)
    }
  }

  @Test(arguments: Step.allCases) func `a long pending chain that is abandoned is released`(_ step: Step) async {
    let lifetime = Lifetime()
    await onSmallStack {
      let object = lifetime.object()
      PromiseContext.$current.withValue(PromiseContext(report: { _ in })) {
        var pair: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
        _ = step.chain(
          on: pair!.promise.map(on: nil) { number in
            object.touch()
            return number
          })
        pair = nil
        #expect(pair == nil)
      }
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `a long chain on a queue settles and is released`() async throws {
    let queue = DispatchQueue(label: "ChainDepthTests")
    let (start, resolver) = Promise<Int>.pending()
    var end = start
    for _ in 0..<Self.depth { end = end.map(on: queue) { $0 + 1 } }
    resolver.fulfill(0)
    #expect(try await end.get() == Self.depth)
  }

  @Test func `handlers that return promises need no stack`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<Self.depth { end = end.then(on: nil) { Promise.value($0 + 1) } }
      resolver.fulfill(0)
      #expect(end.value == Self.depth)
    }
  }

  @Test func `a long chain on a queue does not starve other work on that queue`() async throws {
    let queue = DispatchQueue(label: "ChainDepthTests.fair")
    let (start, resolver) = Promise<Int>.pending()
    var end = start
    for _ in 0..<Self.depth { end = end.map(on: queue) { $0 + 1 } }
    let others = Log<Bool>()
    end.done(on: queue) { _ in others(true) }.catch(on: nil) { _ in }
    let chain = end
    // A block that enqueues itself again runs between the handlers, many times before the chain settles.
    @Sendable func other() {
      guard chain.isPending else { return }
      others(false)
      queue.async { other() }
    }
    queue.async {
      resolver.fulfill(0)
      other()
    }
    _ = try await chain.get()
    #expect(others.entries.filter { !$0 }.count > 10)
  }

  @Test func `thenables that call their handlers immediately need no stack`() async {
    final class Now: Thenable {
      let value: Int
      init(_ value: Int) { self.value = value }
      var result: Result<Int, any Error>? { .success(value) }
      func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { handler(.success(value)) }
    }
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      var end = start
      for _ in 0..<many(10_000) { end = end.then(on: nil) { Now($0 + 1) } }
      resolver.fulfill(0)
      #expect(end.value == many(10_000))
    }
  }
}
