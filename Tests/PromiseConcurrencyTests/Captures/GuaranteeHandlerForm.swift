import PromiseConcurrency
import TestSupport

/// A way to attach a handler to a guarantee. The handler captures an object and is isolated to an actor.
enum GuaranteeHandlerForm: CaseIterable {
  case done, map, then, thenPromise, get, compactMap, validate, thenMap, reduce, ensure, ensureThen, onProgress
  case doneAsync, mapAsync, getAsync, ensureAsync

  /// Attaches a handler that is isolated to `actor` and captures a new object of `log`.
  func attach(to source: Guarantee<[Int]>, capturing log: ReleaseLog, on actor: isolated any Actor) -> Promise<Void> {
    let object = log.object()
    return switch self {
    case .done: Promise(source.done { _ in object.touch() })
    case .map: Promise(source.map { _ in object.touch() })
    case .then:
      Promise(
        source.then { _ in
          object.touch()
          return Guarantee()
        })
    case .thenPromise:
      source.then { _ in
        object.touch()
        return Promise<Void>()
      }
    case .get: Promise(source.get { _ in object.touch() }.asVoid())
    case .compactMap: source.compactMap { _ -> Void? in object.touch() }
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
    case .ensure: Promise(source.ensure { object.touch() }.asVoid())
    case .ensureThen:
      Promise(
        source.ensureThen {
          object.touch()
          return Guarantee()
        }.asVoid())
    case .onProgress: Promise(source.onProgress { _ in object.touch() }.asVoid())
    default: attachAsync(to: source, capturing: object, on: actor)
    }
  }

  private func attachAsync(
    to source: Guarantee<[Int]>, capturing object: ReleaseLog.Object, on actor: isolated any Actor
  ) -> Promise<Void> {
    /// Suspends, so that the closures that call it are `async`.
    @Sendable func use() async {
      await Task.yield()
      object.touch()
    }
    return switch self {
    case .doneAsync: Promise(source.done { _ in await use() })
    case .mapAsync: Promise(source.map { _ in await use() })
    case .getAsync: Promise(source.get { _ in await use() }.asVoid())
    default: Promise(source.ensure { await use() }.asVoid())
    }
  }
}
