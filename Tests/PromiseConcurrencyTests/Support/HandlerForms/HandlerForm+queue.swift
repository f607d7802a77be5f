// Forms: queue, flags

import Dispatch
import PromiseConcurrency
import TestSupport

extension HandlerForm {
  /// Whether the handler is an `async` function.
  var isAsync: Bool {
    switch self {
    case .doneAsync, .mapAsync, .getAsync, .compactMapAsync, .validateAsync, .thenMapAsync, .reduceAsync: true
    case .catchAsync, .catchAllAsync, .recoverAsync, .recoverOnlyAsync, .ensureAsync: true
    case .retryBodyAsync, .retryConditionAsync, .untilBodyAsync: true
    default: false
    }
  }

  /// The forms that have a parameter for the queue. `when` reports a rejection on an actor or on the default queue.
  static var onQueue: [HandlerForm] { allCases.filter { !$0.isAsync && $0 != .whenRejected } }

  /// The forms that have a parameter for the flags of the work item.
  static var withFlags: [HandlerForm] {
    let others: Set<HandlerForm> = [
      .reduce, .complete, .completeWithResult, .completeWithError, .onProgress, .retryBody, .retryCondition, .untilBody,
    ]
    return onQueue.filter { !others.contains($0) }
  }

  /// Attaches a handler that runs on `queue`, or inline if it is `nil`. Returns the promise that the operator returns,
  /// or else a promise that settles when the handler has run or is released.
  func attach(
    to source: Promise<[Int]>, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .done: source.done(on: queue, flags: flags) { _ in use() }
    case .map: source.map(on: queue, flags: flags) { _ in use() }
    case .then:
      source.then(on: queue, flags: flags) { _ in
        use()
        return Promise<Void>()
      }
    case .get: source.get(on: queue, flags: flags) { _ in use() }.asVoid()
    case .compactMap: source.compactMap(on: queue, flags: flags) { _ -> Void? in use() }
    case .tap: source.tap(on: queue, flags: flags) { _ in use() }.asVoid()
    case .validate:
      source.validate(on: queue, flags: flags) { _ in
        use()
        return true
      }.asVoid()
    case .thenMap:
      source.thenMap(on: queue, flags: flags) { number in
        use()
        return Promise.value(number)
      }.asVoid()
    case .reduce:
      source.reduce(on: queue, [1]) { numbers, _ in
        use()
        return Promise.value(numbers)
      }.asVoid()
    case .complete, .completeWithResult, .completeWithError, .onProgress, .retryBody, .retryCondition, .untilBody:
      attachOther(to: source, on: queue, use)
    case .catch, .catchAll, .catchOnly, .recoverToPromise, .recoverToGuarantee, .recoverOnly, .ensure, .ensureThen:
      attachErrorHandler(to: source, on: queue, flags: flags, use)
    default: missing(self)
    }
  }

  private func attachErrorHandler(
    to source: Promise<[Int]>, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .catch: source.catch(on: queue, flags: flags) { _ in use() }.asVoid()
    case .catchAll: source.catch(on: queue, flags: flags, policy: .allErrors) { _ in use() }.asVoid()
    case .catchOnly: source.catch(only: TestError.self, on: queue, flags: flags) { _ in use() }.asVoid()
    case .recoverToPromise:
      source.recover(on: queue, flags: flags) { _ in
        use()
        return Promise.value([])
      }.asVoid()
    case .recoverToGuarantee:
      Promise(
        source.recover(on: queue, flags: flags) { _ in
          use()
          return Guarantee.value([])
        }
      ).asVoid()
    case .recoverOnly:
      source.recover(only: TestError.self, on: queue, flags: flags) { _ in
        use()
        return Promise.value([])
      }.asVoid()
    case .ensure: source.ensure(on: queue, flags: flags) { use() }.asVoid()
    case .ensureThen:
      source.ensureThen(on: queue, flags: flags) {
        use()
        return Guarantee()
      }.asVoid()
    default: missing(self)
    }
  }

  private func attachOther(
    to source: Promise<[Int]>, on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    // Settles when the handler has run or is released.
    let (ended, resolver) = silently { Promise<Void>.pending() }
    switch self {
    case .complete:
      source.complete(on: queue) { _, _ in
        use()
        resolver.fulfill()
      }
      return ended
    case .completeWithError:
      source.asVoid().complete(on: queue) { (_: (any Error)?) in
        use()
        resolver.fulfill()
      }
      return ended
    case .completeWithResult:
      source.complete(on: queue) { (_: Result<[Int], any Error>) in
        use()
        resolver.fulfill()
      }
      return ended
    case .onProgress:
      source.onProgress(on: queue) { _ in
        use()
        resolver.fulfill()
      }
      return ended
    case .retryBody:
      return retry(on: queue, attempts: 1, delay: 0) {
        use()
        return source.asVoid()
      }
    case .retryCondition:
      return retry(
        on: queue, attempts: 1, delay: 0,
        condition: { _, _ in
          use()
          return true
        }
      ) { source.asVoid() }
    case .untilBody:
      return until(on: queue) {
        use()
        return source.map(on: nil) { _ in true }
      }
    default: missing(self)
    }
  }
}
