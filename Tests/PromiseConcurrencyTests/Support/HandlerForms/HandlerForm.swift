import PromiseConcurrency
import TestSupport

/// A way to attach a handler to a promise. The handler is isolated to an actor or to none.
enum HandlerForm: CaseIterable {
  case done, map, then, get, compactMap, tap, validate, thenMap, reduce
  case `catch`, catchAll, catchOnly, recoverToPromise, recoverToGuarantee, recoverOnly, ensure, ensureThen
  case complete, completeWithResult, completeWithError, onProgress, whenRejected, retryBody, retryCondition, untilBody
  case doneAsync, mapAsync, getAsync, compactMapAsync, validateAsync, thenMapAsync, reduceAsync
  case catchAsync, catchAllAsync, recoverAsync, recoverOnlyAsync, ensureAsync
  case retryBodyAsync, retryConditionAsync, untilBodyAsync

  /// Attaches a handler that is isolated to `actor`.
  ///
  /// - Parameters:
  ///   - source: The promise to attach it to.
  ///   - actor: The actor, or `nil` for a handler in nonisolated code.
  ///   - use: What the handler calls.
  /// - Returns: The promise that the operator returns. For an operator that returns none, a promise that settles when
  ///   the handler has run or is released.
  func attach(
    to source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .done: source.done { _ in use() }
    case .map: source.map { _ in use() }
    case .then:
      source.then { _ in
        use()
        return Promise<Void>()
      }
    case .get: source.get { _ in use() }.asVoid()
    case .compactMap: source.compactMap { _ -> Void? in use() }
    case .tap: source.tap { _ in use() }.asVoid()
    case .validate:
      source.validate { _ in
        use()
        return true
      }.asVoid()
    case .thenMap:
      source.thenMap { number in
        use()
        return Promise.value(number)
      }.asVoid()
    case .reduce:
      source.reduce([1]) { numbers, _ in
        use()
        return Promise.value(numbers)
      }.asVoid()
    case .catch, .catchAll, .catchOnly, .recoverToPromise, .recoverToGuarantee, .recoverOnly, .ensure, .ensureThen:
      attachErrorHandler(to: source, on: actor, use)
    case .complete, .completeWithResult, .completeWithError, .onProgress, .whenRejected, .retryBody, .retryCondition,
      .untilBody:
      attachOther(to: source, on: actor, use)
    case .doneAsync, .mapAsync, .getAsync, .compactMapAsync, .validateAsync, .thenMapAsync, .reduceAsync, .catchAsync,
      .catchAllAsync, .recoverAsync, .recoverOnlyAsync, .ensureAsync, .retryBodyAsync, .retryConditionAsync,
      .untilBodyAsync:
      attachAsync(to: source, on: actor, use)
    }
  }

  private func attachErrorHandler(
    to source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .catch: source.catch { _ in use() }.asVoid()
    case .catchAll: source.catch(policy: .allErrors) { _ in use() }.asVoid()
    case .catchOnly: source.catch(only: TestError.self) { _ in use() }.asVoid()
    case .recoverToPromise:
      source.recover { _ in
        use()
        return Promise.value([])
      }.asVoid()
    case .recoverToGuarantee:
      Promise(
        source.recover { _ in
          use()
          return Guarantee.value([])
        }
      ).asVoid()
    case .recoverOnly:
      source.recover(only: TestError.self) { _ in
        use()
        return Promise.value([])
      }.asVoid()
    case .ensure: source.ensure { use() }.asVoid()
    case .ensureThen:
      source.ensureThen {
        use()
        return Guarantee()
      }.asVoid()
    default: missing(self)
    }
  }

  private func attachOther(
    to source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    // Settles when the handler has run or is released.
    let (ended, resolver) = silently { Promise<Void>.pending() }
    switch self {
    case .complete:
      source.complete { _, _ in
        use()
        resolver.fulfill()
      }
      return ended
    case .completeWithError:
      source.asVoid().complete { (_: (any Error)?) in
        use()
        resolver.fulfill()
      }
      return ended
    case .completeWithResult:
      source.complete { (_: Result<[Int], any Error>) in
        use()
        resolver.fulfill()
      }
      return ended
    case .onProgress:
      source.onProgress { _ in
        use()
        resolver.fulfill()
      }
      return ended
    case .whenRejected: return when(fulfilled: [source]) { _, _ in use() }.asVoid()
    case .retryBody:
      return retry(attempts: 1, delay: 0) {
        use()
        return source.asVoid()
      }
    case .retryCondition:
      return retry(
        attempts: 1, delay: 0,
        condition: { _, _ in
          use()
          return true
        }
      ) { source.asVoid() }
    case .untilBody:
      return until {
        use()
        return source.map(on: nil) { _ in true }
      }
    default: missing(self)
    }
  }

  private func attachAsync(
    to source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .retryBodyAsync, .retryConditionAsync, .untilBodyAsync:
      return attachToLoop(over: source, on: actor, use)
    case .catchAsync, .catchAllAsync, .recoverAsync, .recoverOnlyAsync, .ensureAsync:
      return attachAsyncErrorHandler(to: source, on: actor, use)
    case .doneAsync:
      return source.done { _ in
        use()
        await Task.yield()
      }
    case .mapAsync:
      return source.map { _ in
        use()
        await Task.yield()
      }
    case .getAsync:
      return source.get { _ in
        use()
        await Task.yield()
      }.asVoid()
    case .compactMapAsync:
      return source.compactMap { numbers -> [Int]? in
        use()
        await Task.yield()
        return numbers
      }.asVoid()
    case .validateAsync:
      return source.validate { _ in
        use()
        await Task.yield()
        return true
      }.asVoid()
    case .thenMapAsync:
      return source.thenMap { number in
        use()
        await Task.yield()
        return number
      }.asVoid()
    case .reduceAsync:
      return source.reduce([1]) { numbers, _ in
        use()
        await Task.yield()
        return numbers
      }.asVoid()
    default: missing(self)
    }
  }

  private func attachAsyncErrorHandler(
    to source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .catchAsync:
      source.catch { _ in
        use()
        await Task.yield()
      }.asVoid()
    case .catchAllAsync:
      source.catch(policy: .allErrors) { _ in
        use()
        await Task.yield()
      }.asVoid()
    case .recoverAsync:
      source.recover { _ in
        use()
        await Task.yield()
        return []
      }.asVoid()
    case .recoverOnlyAsync:
      source.recover(only: TestError.self) { _ in
        use()
        await Task.yield()
        return []
      }.asVoid()
    case .ensureAsync:
      source.ensure {
        use()
        await Task.yield()
      }.asVoid()
    default: missing(self)
    }
  }

  private func attachToLoop(
    over source: Promise<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .retryBodyAsync:
      retry(attempts: 1, delay: 0) {
        use()
        _ = try await source.get()
      }
    case .retryConditionAsync:
      retry(
        attempts: 1, delay: 0,
        condition: { _, _ in
          use()
          return true
        }
      ) { _ = try await source.get() }
    case .untilBodyAsync:
      until {
        use()
        _ = try await source.get()
        return true
      }
    default: missing(self)
    }
  }
}

/// Ends the process: no switch attaches the handler of this form.
func missing(_ form: some Any) -> Never { fatalError("The form \(form) has no branch that attaches its handler.") }
