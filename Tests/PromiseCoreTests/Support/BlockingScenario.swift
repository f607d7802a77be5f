import Dispatch
import Foundation
import PromiseConcurrency
import PromiseCore
import TestSupport

/// User code that blocks, on account of an outcome, until other handlers of that outcome have run.
struct BlockingScenario: Sendable {
  /// The code that blocks.
  enum Code: CaseIterable {
    // Inline code, on the thread that settles the promise.
    case inlineHandler, nestedInlineHandler, deeplyNestedInlineHandler, pipe, onCancel, progressHandler
    /// Code on the executor that settles the promise, after it has done so.
    case settler
    // Iterators of combinators.
    case iterator, iteratorOfResolved
    // The `deinit` of what the library releases.
    case skippedHandler, canceledHandler, finishedHandler, value, error, onCancelHandler, skippedProgressHandler

    static let inline = [
      inlineHandler, nestedInlineHandler, deeplyNestedInlineHandler, pipe, onCancel, progressHandler, settler,
    ]
    static let iterators = [iterator, iteratorOfResolved]
    static let deinits = [
      skippedHandler, canceledHandler, finishedHandler, value, error, onCancelHandler, skippedProgressHandler,
    ]
  }

  /// How the code waits for the other handlers.
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
      case .handlerOnSerialQueue: DispatchQueue(label: "settler")
      case .handlerOnConcurrentQueue: DispatchQueue(label: "settler", attributes: .concurrent)
      }
    }
  }

  /// The handlers that the code waits for.
  enum Handlers {
    case on(DispatchQueue), async
  }

  /// Calls a function when it is deallocated.
  private final class Deinit: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
    func touch() {}
  }

  private struct DeinitError: Error {
    let object: Deinit
  }

  /// The time after which a handler counts as delayed.
  private static let limit = DispatchTimeInterval.seconds(120)

  private let promises = Log<Promise<Int>>()
  private let handlersHaveRun = DispatchSemaphore(value: 0)
  private let code = Promise<Bool>.pending()
  private let other = Promise<Int>.pending()
  private let handlers: Handlers
  private let block: @Sendable () -> Void

  /// Starts the scenario.
  ///
  /// - Parameters:
  ///   - kind: The code that waits.
  ///   - wait: How it waits.
  ///   - queue: The queue of the handler that settles the promise, or `nil` for a plain thread.
  ///   - handlers: The handlers that the code waits for.
  init(_ kind: Code, _ wait: Wait, settlingOn queue: DispatchQueue?, _ handlers: Handlers) {
    self.handlers = handlers
    block = { [promises, handlersHaveRun, code] in
      let isRun =
        switch wait {
        case .wait: promises.entries.allSatisfy { (try? $0.wait()) == 1 }
        case .semaphore:
          promises.entries.allSatisfy { _ in handlersHaveRun.wait(timeout: .now() + Self.limit) == .success }
        }
      code.resolver.fulfill(isRun)
    }
    let (start, resolver) = Promise<Int>.pending()
    // Objects must have no other owner when the promise settles, so the functions that create them return before.
    switch kind {
    case .value, .error, .canceledHandler, .onCancelHandler: attachOwner(kind, to: start, on: queue)
    default: attach(kind, to: start.map(on: queue) { $0 }, on: queue)
    }
    // A work item would occupy one of the threads that the handlers on concurrent queues need.
    Thread.detachNewThread { resolver.fulfill(1) }
  }

  /// Whether the code continues in time. If it does not, this ends its wait.
  var hasContinued: Bool {
    get async {
      defer { other.resolver.fulfill(1) }
      do {
        return try await code.promise.get(timeout: Self.limit)
      } catch {
        for promise in promises.entries { promise.cancel() }
        return false
      }
    }
  }

  // MARK: - Attaching

  /// Attaches a handler to a promise, then what `attach` attaches, and then another handler.
  private func surround(_ promise: Promise<Int>, _ attach: () -> Void) {
    attachHandler(to: promise)
    attach()
    attachHandler(to: promise)
  }

  private func attachHandler(to promise: Promise<Int>) {
    let run = { @Sendable [handlersHaveRun] (number: Int) in
      handlersHaveRun.signal()
      return number
    }
    switch handlers {
    case .on(let queue): promises(promise.map(on: queue, run))
    case .async: promises(promise.map { number async in run(number) })
    }
  }

  private func attach(_ kind: Code, to winner: Promise<Int>, on queue: DispatchQueue?) {
    let (block, loser) = (block, other)
    switch kind {
    case .inlineHandler: surround(winner) { winner.done(on: nil) { _ in block() }.cauterize() }
    case .nestedInlineHandler: surround(winner) { winner.done(on: nil) { _ in nested(1, block) }.cauterize() }
    case .deeplyNestedInlineHandler:
      surround(winner) {
        winner.done(on: nil) { _ in nested(Trampoline.nestingLimit + 5, block) }.cauterize()
      }
    case .pipe: surround(winner) { winner.pipe { _ in block() } }
    case .onCancel: surround(race([winner, loser.promise])) { loser.resolver.onCancel(block) }
    case .progressHandler:
      surround(winner) { winner.onProgress(on: nil) { if $0.fractionCompleted == 1 { block() } } }
    case .settler:
      surround(other.promise) {
        winner.done(on: queue) { number in
          loser.resolver.fulfill(number)
          block()
        }.cauterize()
      }
    case .iterator:
      surround(winner) { when(fulfilled: blockingIterator(after: winner), maxConcurrent: 1).cauterize() }
    case .iteratorOfResolved:
      surround(winner) { _ = when(resolved: blockingIterator(after: winner), maxConcurrent: 1) }
    case .skippedHandler:
      let object = Deinit(block)
      surround(winner) { winner.catch(on: nil) { _ in object.touch() } }
    case .skippedProgressHandler:
      // The total is unknown, so the handler is not called with each report.
      let object = Deinit(block)
      surround(winner) { winner.onProgress(on: nil) { _ in object.touch() } }
    default:
      let object = Deinit(block)
      surround(winner) { winner.done(on: nil) { _ in object.touch() }.cauterize() }
    }
  }

  /// Attaches to promises that own what they release when they settle.
  private func attachOwner(_ kind: Code, to start: Promise<Int>, on queue: DispatchQueue?) {
    let (block, other) = (block, other)
    switch kind {
    case .value: surround(start.map(on: queue) { _ in Deinit(block) }.map(on: nil) { _ in 1 }) {}
    case .error:
      surround(
        start.map(on: queue) { _ -> Int in throw DeinitError(object: Deinit(block)) }.recover(on: nil) { _ in
          Promise.value(1)
        }
      ) {}
    case .canceledHandler:
      let object = Deinit(block)
      let canceled = other.promise.map(on: nil) { number in
        object.touch()
        return number
      }
      surround(canceled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }) {
        start.done(on: queue) { _ in canceled.cancel() }.cauterize()
      }
    default:
      let object = Deinit(block)
      other.resolver.onCancel { object.touch() }
      surround(other.promise) { start.done(on: queue) { other.resolver.fulfill($0) }.cauterize() }
    }
  }

  /// Returns an iterator that blocks when it is asked for the element after `promise`.
  private func blockingIterator(after promise: Promise<Int>) -> AnyIterator<Promise<Int>> {
    let block = block
    var isFirst = true
    return AnyIterator {
      defer { isFirst = false }
      if isFirst { return promise }
      block()
      return nil
    }
  }
}

/// Calls `body` within `depth` nested inline handlers.
func nested(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  guard depth > 0 else { return body() }
  let (promise, resolver) = Promise<Void>.pending()
  promise.done(on: nil) { nested(depth - 1, body) }.cauterize()
  resolver.fulfill()
}
