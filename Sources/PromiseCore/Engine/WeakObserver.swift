/// The observer of a promise that its source no longer retains, because the promise is a canceled guarantee, or because
/// the promises that adopt its outcome observe the source themselves.
///
/// It passes everything on to the promise if that still exists.
final class WeakObserver: PromiseObserver, @unchecked Sendable {
  private let reference: WeakPromise
  // Guarded by the observer list: the thread that removed the observer from the list uses it.
  private var promise: AnyPromise?

  /// The operator with which the promise adopts the outcome, or `nil` if the promise observes the source itself.
  private let adopt: Reaction.Operator?

  init(_ promise: AnyPromise, _ adopt: Reaction.Operator? = nil) {
    reference = WeakPromise(promise)
    self.adopt = adopt
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard let promise = reference.promise else { return .done }
    guard let adopt else {
      self.promise = promise
      return promise.receiveAsDerived(source, in: trampoline)
    }
    if promise.observeOutcome(of: source, in: trampoline) {
      _ = adopt(promise, source, .arrived, ErasedHandler(), trampoline)
    }
    return .done
  }

  override var executor: HandlerExecutor { promise?.executorAsDerived ?? .inline }

  override func run(_ source: AnyPromise, in trampoline: Trampoline) { promise?.runAsDerived(source, in: trampoline) }

  override var isStale: Bool { false }  // unreachable: The list asks for the promise instead.

  override var weakReference: WeakPromise? { reference }

  override var context: PromiseContext? { promise?.context }

  override var waitingParty: WaitingParty { promise.map { .promise($0) } ?? .handler }
}
