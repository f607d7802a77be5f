/// A promise or a producer that a pending promise notifies when it is canceled.
///
/// Every case holds one reference, so that a value takes one word. The promise retains its targets until it settles, so
/// a target that refers back to the promise should do so weakly, unless the producer keeps the promise alive anyway.
///
/// The trampoline of the thread that cancels the promise notifies the targets, without holding a lock, in the order in
/// which they were added: each target and everything upstream of it before the next target. Only the cancellation
/// handlers of the user wait until the observers of all canceled promises have been scheduled.
@usableFromInline
package enum CancellationTarget: Sendable {
  /// The promise that this one is derived from or adopts, which loses a consumer.
  case promise(AnyPromise)
  /// An unowned promise that this one is derived from or adopts, which is not retained.
  case unownedPromise(WeakPromise)
  /// A promise whose outcome this one adopts by means of an `AdoptingObserver`.
  case adoptedPromise(AnyPromise)
  /// A promise that this one was to adopt and that adopts the same promise itself: see `AnyPromise.bypass`. It is not
  /// retained.
  case bypassedPromise(WeakPromise)
  /// The inputs of a combinator, each of which loses a consumer.
  case inputs(CombinatorInputs)
  /// A producer, which may stop working.
  case handler(CancellationHandler)

  /// A cancellation handler of this library.
  @usableFromInline
  package static func handler(_ cancel: @escaping @Sendable () -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.plain(cancel), isUserCode: false))
  }

  /// A task that works for the promise.
  ///
  /// - Parameters:
  ///   - end: A task that ends when the work has ended.
  ///   - cancel: Cancels the work.
  @usableFromInline
  package static func task(
    endingWith end: Task<Void, Never>, cancel: @escaping @Sendable () -> Void
  ) -> CancellationTarget { .handler(CancellationHandler(.task(end, cancel), isUserCode: false)) }

  /// A cancellation handler of this library that notifies further targets through the trampoline.
  static func relay(_ cancel: @escaping @Sendable (Trampoline) -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.relay(cancel), isUserCode: false))
  }

  /// A producer of this library that waits for other promises. It is not retained.
  static func producer(_ producer: some AwaitingProducer) -> CancellationTarget {
    .handler(CancellationHandler(.producer(WeakProducer(producer)), isUserCode: false))
  }

  /// A guarantee that the promise waits for and does not cancel, and which loses a consumer.
  static func condition(_ condition: Guarantee<Void>) -> CancellationTarget {
    .handler(CancellationHandler(.condition(condition), isUserCode: false))
  }

  /// A promise that the producer waits for and cancels by itself.
  static func awaiting(_ source: AnyPromise) -> CancellationTarget {
    .handler(CancellationHandler(.awaiting(source), isUserCode: false))
  }

  /// A cancellation handler of the user, which is called after every observer has been scheduled.
  package static func userHandler(_ cancel: @escaping @Sendable () -> Void) -> CancellationTarget {
    .handler(CancellationHandler(.inScope(of: HandlerExecutor(on: nil, flags: nil), cancel), isUserCode: true))
  }

  /// The promises for whose outcome the canceled promise waits.
  var awaitedPromises: [AnyPromise] {
    switch self {
    case .unownedPromise(let reference): reference.promise.map { [$0] } ?? []
    case .handler(let handler): handler.awaitedPromises
    default: retainedPromises
    }
  }

  /// The promises that the target retains, and of which the promise is a consumer.
  var retainedPromises: [AnyPromise] {
    switch self {
    case .promise(let promise): [promise]
    case .adoptedPromise(let promise): [promise]
    case .inputs(let inputs): inputs.promises
    case .handler(let handler): handler.retainedPromises
    case .unownedPromise, .bypassedPromise: []
    }
  }

  /// Notifies the target that a promise which departed before no longer needs the outcome at all.
  func observerIsSuperfluous(in trampoline: Trampoline) {
    for promise in retainedPromises where promise.isPending {
      var departure = Departure()
      promise.withLock { promise.stateMachine.noteSuperfluousObserver(&departure) }
      trampoline.release(departure)
    }
  }

  /// Whether the target is a pending promise whose outcome the promise adopts instead of that of a bypassed promise.
  var isPendingAdoption: Bool {
    if case .adoptedPromise(let promise) = self { promise.isPending } else { false }
  }

  /// Whether the target is a promise that this one was to adopt, and from which it was redirected.
  var isBypassedPromise: Bool {
    if case .bypassedPromise = self { true } else { false }
  }

  /// Notifies the target that the promise has settled and no longer needs it.
  ///
  /// This affects only the pending inputs of a combinator: they lose a consumer, but they are not canceled.
  func consumerDeparts(in trampoline: Trampoline) {
    guard case .inputs(let inputs) = self else { return }
    inputs.markObserved()
    for input in inputs.promises where input.isPending { input.consumerDeparts(nil, in: trampoline) }
  }
}

extension [CancellationTarget] {
  /// Returns the targets of a promise after its redirection.
  ///
  /// If `middle` is not among the targets, the promise observes it already and is about to replace all of its targets by
  /// it. They have nothing left to do.
  ///
  /// - Parameters:
  ///   - middle: The promise that the promise adopts, or is about to adopt.
  ///   - source: The promise whose outcome it adopts instead.
  ///   - released: References to bypassed promises that no longer exist.
  func redirected(
    from middle: AnyPromise, to source: AnyPromise, without released: [WeakPromise]
  ) -> [CancellationTarget] {
    var isTarget = false
    let others = filter { target in
      switch target {
      case .promise(let promise) where promise == middle, .adoptedPromise(let promise) where promise == middle:
        isTarget = true
        return false
      case .bypassedPromise(let reference): return !released.contains { $0 === reference }
      default: return true
      }
    }
    return [.adoptedPromise(source), .bypassedPromise(WeakPromise(middle))] + (isTarget ? others : [])
  }
}

/// A function to call on cancellation, at most once, on the thread that cancels the promise.
@usableFromInline
package final class CancellationHandler: Sendable {
  /// The function, which may need the trampoline of the current thread to notify further targets.
  enum Function: Sendable {
    case plain(@Sendable () -> Void)
    case inScope(of: HandlerExecutor, @Sendable () -> Void)
    case task(Task<Void, Never>, @Sendable () -> Void)
    case relay(@Sendable (Trampoline) -> Void)
    case producer(WeakProducer)
    case condition(Guarantee<Void>)
    /// Nothing to call.
    case awaiting(AnyPromise)
  }

  private let function: Function
  /// Whether the user has provided the function. The trampoline calls such functions last.
  let isUserCode: Bool

  init(_ function: Function, isUserCode: Bool) {
    self.function = function
    self.isUserCode = isUserCode
  }

  func call(in trampoline: Trampoline) {
    switch function {
    case .plain(let cancel): cancel()
    case .inScope(let executor, let cancel): HandlerScope.run(in: executor.scope, cancel)
    case .task(let end, let cancel):
      trampoline.noteCanceled(end)
      cancel()
    case .relay(let cancel): cancel(trampoline)
    case .producer(let reference): reference.producer?.cancel(in: trampoline)
    case .condition(let condition): condition.any.consumerDeparts(nil, in: trampoline)
    case .awaiting: break
    }
  }

  /// The promises for whose outcome the promise waits, as far as they are known.
  fileprivate var awaitedPromises: [AnyPromise] {
    if case .awaiting(let source) = function { [source] } else { retainedPromises }
  }

  /// The promises that the target retains, and of which the promise is a consumer.
  fileprivate var retainedPromises: [AnyPromise] {
    if case .condition(let condition) = function { [condition.any] } else { [] }
  }

  /// Adds the promises that the producer waits for to the sources of the progress of its promise.
  func addSources(to sources: inout ProgressSources, of progress: PromiseProgress, in trampoline: Trampoline) {
    switch function {
    case .plain, .inScope, .task, .relay, .condition: break
    case .producer(let reference): reference.producer?.addSources(to: &sources, of: progress, in: trampoline)
    case .awaiting(let source): sources.add(.promise(source))
    }
  }
}

/// A producer of this library that waits for other promises, such as the loop of `retry`.
protocol AwaitingProducer: AnyObject, Sendable {
  /// Cancels the promises that the producer waits for, as one of their consumers.
  func cancel(in trampoline: Trampoline)

  /// Adds the promises that the producer waits for to the sources of the progress of its promise.
  ///
  /// A producer whose sources change must call `PromiseProgress.renew` after each change, or report each of them to
  /// `progress` from now on. See `ProgressCount`.
  func addSources(to sources: inout ProgressSources, of progress: PromiseProgress, in trampoline: Trampoline)
}

/// A reference that does not retain its producer.
final class WeakProducer: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the producer.
  private(set) weak var producer: (any AwaitingProducer)?

  init(_ producer: any AwaitingProducer) { self.producer = producer }
}

/// The inputs of a combinator, as one reference.
@usableFromInline
package final class CombinatorInputs: Sendable {
  let promises: [AnyPromise]
  /// Whether to report an error of an input that is rejected after the combinator has settled.
  let reportsLateErrors: Bool

  init(_ promises: [AnyPromise], reportsLateErrors: Bool) {
    self.promises = promises
    self.reportsLateErrors = reportsLateErrors
  }

  /// Marks the inputs as observed when the combinator settles, unless late errors are to be reported. The combinator's
  /// observers may have been released when an input fails later.
  func markObserved() {
    if !reportsLateErrors { for promise in promises { promise.markObserved() } }
  }
}

/// A reference that does not retain its promise.
@usableFromInline
package final class WeakPromise: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the promise.
  private weak var object: Promise<Erased>?

  package init(_ promise: AnyPromise) { object = promise.object }

  /// The promise, if it still exists.
  package var promise: AnyPromise? { object.map { AnyPromise(object: $0) } }
}
