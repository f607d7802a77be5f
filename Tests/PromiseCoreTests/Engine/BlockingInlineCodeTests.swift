import Dispatch
import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// User code that runs inline, on the thread that delivers an outcome, may block until a handler of the same outcome
/// has run. That handler has an executor of its own, and must not wait for such code.
///
/// On a serial queue, a handler waits for the work item that occupies the queue. That is no matter of the library, so
/// no test expects otherwise.
@Suite(.promises(timeLimit: .seconds(120))) struct BlockingInlineCodeTests {
  /// The code that blocks.
  enum Code: CaseIterable {
    case inlineHandler, nestedInlineHandler, deeplyNestedInlineHandler, pipe, onCancel, progressHandler
    /// Code on the executor that settles the promise, after it has done so.
    case settler
  }

  /// How the code waits for the other handler.
  enum Wait: CaseIterable {
    case wait, semaphore
  }

  /// The code that settles the promise.
  enum Settler: CaseIterable {
    case thread, handlerOnSerialQueue, handlerOnConcurrentQueue

    /// The queue of the handler, or `nil` for a thread.
    var queue: DispatchQueue? {
      switch self {
      case .thread: nil
      case .handlerOnSerialQueue: DispatchQueue(label: "BlockingInlineCodeTests.serial")
      case .handlerOnConcurrentQueue: DispatchQueue(label: "BlockingInlineCodeTests", attributes: .concurrent)
      }
    }
  }

  @Test(arguments: Code.allCases, Wait.allCases)
  func `inline code may wait for a handler on a concurrent queue`(_ code: Code, _ wait: Wait) async {
    for settler in Settler.allCases {
      let handlerQueue = DispatchQueue(label: "BlockingInlineCodeTests.other", attributes: .concurrent)
      await expectNoDelay(of: code, wait, settler, settlingOn: settler.queue, handlerQueue)
    }
  }

  @Test(arguments: Code.allCases, Wait.allCases)
  func `inline code may wait for a handler on a serial queue`(_ code: Code, _ wait: Wait) async {
    for settler in Settler.allCases {
      let handlerQueue = DispatchQueue(label: "BlockingInlineCodeTests.other")
      await expectNoDelay(of: code, wait, settler, settlingOn: settler.queue, handlerQueue)
    }
  }

  @Test(arguments: Code.allCases, Wait.allCases)
  func `in a work item of a concurrent queue, inline code may wait for a handler on that queue`(
    _ code: Code, _ wait: Wait
  ) async {
    let queue = Settler.handlerOnConcurrentQueue.queue!
    await expectNoDelay(of: code, wait, .handlerOnConcurrentQueue, settlingOn: queue, queue)
  }

  /// Checks that the code continues, in a test's context and in one without an instrument.
  private func expectNoDelay(
    of code: Code, _ wait: Wait, _ settler: Settler, settlingOn queue: DispatchQueue?, _ handlerQueue: DispatchQueue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for isInstrumented in [true, false] {
      let run = { @Sendable in
        let scenario = Scenario(code, wait, settlingOn: queue, handlerQueue)
        return await scenario.hasContinued
      }
      let hasContinued = await isInstrumented ? run() : silently(run)
      #expect(
        hasContinued, "settled by: \(settler), \(isInstrumented ? "in a test's context" : "without an instrument")",
        sourceLocation: sourceLocation)
    }
  }

  /// Code that waits for the handler of a promise that it receives the outcome of.
  private struct Scenario {
    private let handler: Promise<Int>
    private let code = Promise<Bool>.pending()
    private let resolvers: [Resolver<Int>]

    /// Starts the scenario.
    ///
    /// - Parameters:
    ///   - kind: The code that waits.
    ///   - wait: How it waits.
    ///   - queue: The queue of the handler that settles the promise, or `nil` for a plain thread.
    ///   - handlerQueue: The queue of the handler that the code waits for.
    init(_ kind: Code, _ wait: Wait, settlingOn queue: DispatchQueue?, _ handlerQueue: DispatchQueue) {
      let (start, startResolver) = Promise<Int>.pending()
      let (settled, resolver) = Promise<Int>.pending()
      let (loser, loserResolver) = Promise<Int>.pending()
      resolvers = [resolver, loserResolver]
      let winner = start.map(on: queue) { $0 }
      let promise =
        switch kind {
        case .settler: settled
        case .onCancel: race([winner, loser])
        default: winner
        }
      let hasRun = DispatchSemaphore(value: 0)
      let handler = promise.map(on: handlerQueue) { number in
        hasRun.signal()
        return number
      }
      self.handler = handler
      let block = { @Sendable [code] in
        switch wait {
        case .wait: code.resolver.fulfill((try? handler.wait()) == 1)
        case .semaphore: code.resolver.fulfill(hasRun.wait(timeout: .now() + .seconds(20)) == .success)
        }
      }
      switch kind {
      case .inlineHandler: promise.done(on: nil) { _ in block() }.cauterize()
      case .nestedInlineHandler: promise.done(on: nil) { _ in nested(1, block) }.cauterize()
      case .deeplyNestedInlineHandler:
        promise.done(on: nil) { _ in nested(Trampoline.nestingLimit + 5, block) }.cauterize()
      case .pipe: promise.pipe { _ in block() }
      case .onCancel: loserResolver.onCancel(block)
      case .progressHandler: promise.onProgress(on: nil) { if $0.fractionCompleted == 1 { block() } }
      case .settler:
        winner.done(on: queue) { number in
          resolver.fulfill(number)
          block()
        }.cauterize()
      }
      DispatchQueue.global().async { startResolver.fulfill(1) }
    }

    /// Whether the code continues within seconds. If it does not, this ends its wait.
    var hasContinued: Bool {
      get async {
        defer { for resolver in resolvers { resolver.fulfill(1) } }
        do {
          return try await code.promise.get(timeout: .seconds(20))
        } catch {
          handler.cancel()
          return false
        }
      }
    }
  }
}

/// Calls `body` within `depth` nested inline handlers.
private func nested(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  guard depth > 0 else { return body() }
  let (promise, resolver) = Promise<Void>.pending()
  promise.done(on: nil) { nested(depth - 1, body) }.cauterize()
  resolver.fulfill()
}
