/// What a pending promise tells when it is canceled: what it waits for, or what works for it.
///
/// Every case is one reference, so that the whole is one word.
@usableFromInline
package enum CancellationTarget: Sendable {
  /// The promise that this one is derived from or adopts, which loses a consumer.
  case promise(AnyPromise)
  /// The same, without keeping it alive.
  case unownedPromise(WeakPromise)
  /// The inputs of a combinator, each of which loses a consumer.
  case inputs(CombinatorInputs)
  /// A producer, which may stop working.
  case handler(CancellationHandler)

  /// Code of this library.
  @usableFromInline
  package static func handler(_ cancel: @escaping @Sendable () -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.plain(cancel), isUserCode: false))
  }

  /// Code of this library that tells further targets by way of the trampoline.
  static func relay(_ cancel: @escaping @Sendable (Trampoline) -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.relay(cancel), isUserCode: false))
  }

  /// Code of the user, which is called after every observer has been scheduled.
  package static func userHandler(_ cancel: @escaping @Sendable () -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.plain(cancel), isUserCode: true))
  }

  /// The promise has an outcome and no longer needs what it waited for.
  ///
  /// That matters to the inputs of a combinator that are still pending: they lose a consumer, and are not canceled.
  func consumerDeparts() {
    guard case .inputs(let inputs) = self else { return }
    inputs.markObserved()
    for input in inputs.promises where input.isPending { input.consumerDeparts(nil) }
  }
}

/// A function to call on cancellation.
@usableFromInline
package final class CancellationHandler: Sendable {
  enum Function: Sendable {
    case plain(@Sendable () -> Void)
    case relay(@Sendable (Trampoline) -> Void)
  }

  private let function: Function
  let isUserCode: Bool

  init(_ function: Function, isUserCode: Bool) {
    self.function = function
    self.isUserCode = isUserCode
  }

  func call(in trampoline: Trampoline) {
    switch function {
    case .plain(let cancel): cancel()
    case .relay(let cancel): cancel(trampoline)
    }
  }
}

/// The inputs of a combinator, as one reference.
@usableFromInline
package final class CombinatorInputs: Sendable {
  let promises: [AnyPromise]
  /// Whether an error of an input counts as unobserved once the combinator has its outcome.
  let reportsLateErrors: Bool

  init(_ promises: [AnyPromise], reportsLateErrors: Bool) {
    self.promises = promises
    self.reportsLateErrors = reportsLateErrors
  }

  /// Notes, as the combinator has its outcome, that it has seen the errors that are yet to come, unless they are reported:
  /// its observers may be gone by then.
  func markObserved() {
    if !reportsLateErrors { for promise in promises { promise.markObserved() } }
  }
}

/// A reference to a promise that does not keep it alive.
@usableFromInline
package final class WeakPromise: @unchecked Sendable {
  // Written once, by the initializer; the runtime guards what happens when the promise is deallocated.
  package private(set) weak var promise: AnyPromise?

  package init(_ promise: AnyPromise) { self.promise = promise }
}
