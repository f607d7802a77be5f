import PromiseConcurrency
import TestSupport

/// A way to attach a handler to a promise. The handler captures an object and is isolated to an actor.
enum HandlerForm: CaseIterable {
  case done, map, then, get, compactMap, tap, validate, thenMap, reduce
  case `catch`, catchAll, catchOnly, recoverToPromise, recoverToGuarantee, recoverOnly, ensure, ensureThen
  case complete, completeWithResult, onProgress, whenRejected, retryBody, retryCondition, untilBody
  case doneAsync, mapAsync, getAsync, compactMapAsync, validateAsync, thenMapAsync, reduceAsync
  case catchAsync, catchAllAsync, recoverAsync, recoverOnlyAsync, ensureAsync
  case retryBodyAsync, retryConditionAsync, untilBodyAsync

  /// Attaches a handler that is isolated to `actor` and captures a new object of `log`.
  ///
  /// The object is created here, because a reference of a nonisolated caller might be released after the handler.
  func attach(to source: Promise<[Int]>, capturing log: ReleaseLog, on actor: isolated any Actor) -> Promise<Void> {
    let object = log.object()
    return switch self {
    case .done: source.done { _ in object.touch() }
    case .map: source.map { _ in object.touch() }
    case .then:
      source.then { _ in
        object.touch()
        return Promise<Void>()
      }
    case .get: source.get { _ in object.touch() }.asVoid()
    case .compactMap: source.compactMap { _ -> Void? in object.touch() }
    case .tap: source.tap { _ in object.touch() }.asVoid()
    case .validate:
      source.validate { _ in
        object.touch()
        return true
      }.asVoid()
    case .thenMap:
      source.thenMap { number in
        object.touch()
        return Promise.value(number)
      }.asVoid()
    case .reduce:
      source.reduce([1]) { numbers, _ in
        object.touch()
        return Promise.value(numbers)
      }.asVoid()
    case .catch, .catchAll, .catchOnly, .recoverToPromise, .recoverToGuarantee, .recoverOnly, .ensure, .ensureThen:
      attachErrorHandler(to: source, capturing: object, on: actor)
    case .complete, .completeWithResult, .onProgress, .whenRejected, .retryBody, .retryCondition, .untilBody:
      attachOther(to: source, capturing: object, on: actor)
    default: attachAsync(to: source, capturing: object, on: actor)
    }
  }

  private func attachErrorHandler(
    to source: Promise<[Int]>, capturing object: ReleaseLog.Object, on actor: isolated any Actor
  ) -> Promise<Void> {
    switch self {
    case .catch: source.catch { _ in object.touch() }.asVoid()
    case .catchAll: source.catch(policy: .allErrors) { _ in object.touch() }.asVoid()
    case .catchOnly: source.catch(only: TestError.self) { _ in object.touch() }.asVoid()
    case .recoverToPromise:
      source.recover { _ in
        object.touch()
        return Promise.value([])
      }.asVoid()
    case .recoverToGuarantee:
      Promise(
        source.recover { _ in
          object.touch()
          return Guarantee.value([])
        }
      ).asVoid()
    case .recoverOnly:
      source.recover(only: TestError.self) { _ in
        object.touch()
        return Promise.value([])
      }.asVoid()
    case .ensure: source.ensure { object.touch() }.asVoid()
    default:
      source.ensureThen {
        object.touch()
        return Guarantee()
      }.asVoid()
    }
  }

  private func attachOther(
    to source: Promise<[Int]>, capturing object: ReleaseLog.Object, on actor: isolated any Actor
  ) -> Promise<Void> {
    switch self {
    case .complete:
      source.complete { _, _ in object.touch() }
      return source.asVoid()
    case .completeWithResult:
      source.complete { (_: Result<[Int], any Error>) in object.touch() }
      return source.asVoid()
    case .onProgress: return source.onProgress { _ in object.touch() }.asVoid()
    case .whenRejected: return when(fulfilled: [source]) { _, _ in object.touch() }.asVoid()
    case .retryBody:
      return retry(attempts: 1, delay: 0) {
        object.touch()
        return source.asVoid()
      }
    case .retryCondition:
      return retry(
        attempts: 1, delay: 0,
        condition: { _, _ in
          object.touch()
          return true
        }
      ) { source.asVoid() }
    default:
      return until {
        object.touch()
        return source.map(on: nil) { _ in true }
      }
    }
  }

  private func attachAsync(
    to source: Promise<[Int]>, capturing object: ReleaseLog.Object, on actor: isolated any Actor
  ) -> Promise<Void> {
    /// Suspends, so that the closures that call it are `async`.
    @Sendable func use<Value>(_ value: Value) async -> Value {
      await Task.yield()
      object.touch()
      return value
    }
    switch self {
    case .doneAsync: return source.done { _ in await use(()) }
    case .mapAsync: return source.map { await use($0) }.asVoid()
    case .getAsync: return source.get { _ in await use(()) }.asVoid()
    case .compactMapAsync: return source.compactMap { await use(Optional($0)) }.asVoid()
    case .validateAsync: return source.validate { _ in await use(true) }.asVoid()
    case .thenMapAsync: return source.thenMap { await use($0) }.asVoid()
    case .reduceAsync: return source.reduce([1]) { numbers, _ in await use(numbers) }.asVoid()
    case .catchAsync: return source.catch { _ in await use(()) }.asVoid()
    case .catchAllAsync: return source.catch(policy: .allErrors) { _ in await use(()) }.asVoid()
    case .recoverAsync: return source.recover { _ in await use([]) }.asVoid()
    case .recoverOnlyAsync: return source.recover(only: TestError.self) { _ in await use([]) }.asVoid()
    case .ensureAsync: return source.ensure { await use(()) }.asVoid()
    case .retryBodyAsync: return retry(attempts: 1, delay: 0) { _ = try await use(source).get() }
    case .retryConditionAsync:
      return retry(
        attempts: 1, delay: 0,
        condition: { _, _ in
          object.touch()
          return true
        }
      ) { _ = try await source.get() }
    default:
      return until {
        _ = try await use(source).get()
        return true
      }
    }
  }
}
