import PromiseConcurrency
import TestSupport

/// A way to attach a handler to a guarantee. The handler is isolated to an actor or to none.
enum GuaranteeHandlerForm: CaseIterable {
  case done, map, then, thenPromise, get, compactMap, validate, thenMap, reduce, ensure, ensureThen, onProgress
  case doneThrowing, mapThrowing, thenThrowing, getThrowing
  case doneAsync, mapAsync, getAsync, ensureAsync

  /// A promise that is fulfilled, from a function that may throw.
  static func fulfilled() throws -> Promise<Void> { Promise() }

  /// Attaches a handler that is isolated to `actor`.
  ///
  /// - Parameters:
  ///   - source: The promise to attach it to.
  ///   - actor: The actor, or `nil` for a handler in nonisolated code.
  ///   - use: What the handler calls.
  /// - Returns: The outcome of the promise that the operator returns. For `onProgress`, a promise that settles when the
  ///   handler has run or is released.
  func attach(
    to source: Guarantee<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .done: Promise(source.done { _ in use() })
    case .map: Promise(source.map { _ in use() })
    case .then:
      Promise(
        source.then { _ in
          use()
          return Guarantee()
        })
    case .thenPromise:
      source.then { _ in
        use()
        return Promise<Void>()
      }
    case .thenThrowing:
      source.then { _ in
        use()
        return try GuaranteeHandlerForm.fulfilled()
      }
    case .get: Promise(source.get { _ in use() }.asVoid())
    case .compactMap: source.compactMap { _ -> Void? in use() }
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
    case .ensure: Promise(source.ensure { use() }.asVoid())
    case .ensureThen:
      Promise(
        source.ensureThen {
          use()
          return Guarantee()
        }.asVoid())
    // The type of the result selects the forms for handlers that may throw.
    case .doneThrowing: source.done { _ in use() }
    case .mapThrowing: source.map { _ in use() }
    case .getThrowing: source.get { _ in use() }.asVoid()
    case .onProgress: attachProgressHandler(to: source, on: actor, use)
    case .doneAsync, .mapAsync, .getAsync, .ensureAsync: attachAsync(to: source, on: actor, use)
    }
  }

  private func attachProgressHandler(
    to source: Guarantee<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    let (ended, resolver) = silently { Promise<Void>.pending() }
    source.onProgress { _ in
      use()
      resolver.fulfill()
    }
    return ended
  }

  private func attachAsync(
    to source: Guarantee<[Int]>, on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .doneAsync:
      Promise(
        source.done { _ in
          use()
          await Task.yield()
        })
    case .mapAsync:
      Promise(
        source.map { _ in
          use()
          await Task.yield()
        })
    case .getAsync:
      Promise(
        source.get { _ in
          use()
          await Task.yield()
        }.asVoid())
    case .ensureAsync:
      Promise(
        source.ensure {
          use()
          await Task.yield()
        }.asVoid())
    default: missing(self)
    }
  }
}
