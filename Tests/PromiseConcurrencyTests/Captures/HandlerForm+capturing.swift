import PromiseConcurrency
import TestSupport

// An object is created on the actor, because a reference of nonisolated code might be released after the handler.

extension HandlerForm {
  /// Attaches a handler that is isolated to `actor` and captures a new object of `log`.
  func attach(to source: Promise<[Int]>, capturing log: ReleaseLog, on actor: isolated any Actor) -> Promise<Void> {
    let object = log.object()
    return attach(to: source, on: actor) { object.touch() }
  }
}

extension GuaranteeHandlerForm {
  /// Attaches a handler that is isolated to `actor` and captures a new object of `log`.
  func attach(to source: Guarantee<[Int]>, capturing log: ReleaseLog, on actor: isolated any Actor) -> Promise<Void> {
    let object = log.object()
    return attach(to: source, on: actor) { object.touch() }
  }
}
