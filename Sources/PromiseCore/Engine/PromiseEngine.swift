public import Synchronization

/// What `Promise` and `Guarantee` are made of: an outcome that is there once, for ever, and those who wait for it.
///
/// You do not use this class directly; `Promise` and `Guarantee` are its two faces.
public class PromiseEngine<Value: Sendable, Failure: Error>: AnyPromiseEngine, @unchecked Sendable {
  // Adds no state to that of `AnyPromiseEngine`, so that no property is laid out by the runtime.

  /// A pending one.
  @inlinable
  package init(origin: Origin, scope: Scope?) { super.init(origin: origin, scope: scope, flags: 0) }

  /// A pending one that is made of another one.
  @inlinable
  override init(from source: AnyPromiseEngine, _ origin: Origin, flags: UInt16) {
    super.init(from: source, origin, flags: flags)
  }

  /// A settled one.
  @inlinable
  package init(settled outcome: Result<Value, Failure>, origin: Origin, scope: Scope?) {
    switch outcome {
    case .success(let value):
      super.init(origin: origin, scope: scope, flags: Flag.settled | Flag.fulfilled)
      slot.put(value)
    case .failure(let error):
      super.init(origin: origin, scope: scope, flags: Flag.settled | Flag.failed)
      slot.put(error: Self.widen(error))
    }
  }

  deinit {
    let flags = flags.load(ordering: .relaxed)
    if flags & Flag.fulfilled != 0 {
      slot.empty(of: Value.self)
    } else if flags & Flag.failed != 0 {
      emptyOfError()
    } else if flags & Flag.ownerless != 0 {
      passOnOrphans()
    }
  }

  /// It goes unsettled. Those who wait for it are served by a stand-in: it is cancelled, as nobody can say that it
  /// failed.
  private final func passOnOrphans() {
    let orphans = takeOrphans()
    guard !orphans.isEmpty else { return }
    let heir = PromiseEngine(origin: origin, scope: scope)
    var run = Run()
    for orphan in orphans { heir.attach(orphan, in: &run) }
    if Failure.self == Never.self { heir.abandon(in: &run) } else { heir.cancel(in: &run) }
    run.finish()
  }

  /// The error, as any error.
  ///
  /// Where `Failure` *is* `any Error`, a plain conversion in generic code puts the box into another box, one for each
  /// link of a chain.
  @inlinable
  static func widen(_ error: Failure) -> any Error {
    guard Failure.self as Any.Type == (any Error).self else { return error }
    return unsafeBitCast(error, to: (any Error).self)  // the same type
  }

  /// The error, as what this promise can be rejected with.
  @inlinable
  static func narrow(_ error: any Error) -> Failure {
    // Says why in release builds, too, as `precondition` does not.
    guard Failure.self as Any.Type == (any Error).self else { fatalError("a guarantee is never rejected") }
    return unsafeBitCast(error as any Error, to: Failure.self)  // the same type; `as`, so that it is not opened
  }

  /// The outcome, with any error.
  @inlinable
  static func widen(_ outcome: Result<Value, Failure>) -> Result<Value, any Error> { outcome.mapError(widen) }

  /// The outcome, if it is there. Lock-free.
  @inlinable
  package final var outcome: Result<Value, Failure>? {
    let flags = flags.load(ordering: .acquiring)
    if flags & Flag.fulfilled != 0 { return .success(slot.value(as: Value.self)) }
    if flags & Flag.failed != 0 { return .failure(Self.narrow(slot.error)) }
    return nil
  }

  /// The outcome, which the caller knows to be there.
  @inlinable
  package final var knownOutcome: Result<Value, Failure> {
    guard let outcome else { preconditionFailure("a handler runs only when there is an outcome") }
    return outcome
  }

  /// Settles the promise, unless it is settled. Returns whether this call did it.
  ///
  /// - Parameters:
  ///   - outcome: What has become of it.
  ///   - isHandled: A handler has seen the error, upstream of here.
  ///   - cancelsUpstream: Those who work for this promise are told that their work is not wanted any more.
  ///   - run: The run in which observers are served.
  @inlinable @discardableResult
  package final func settle(
    _ outcome: Result<Value, Failure>, isHandled: Bool = false, cancelsUpstream: Bool = false, in run: inout Run
  ) -> Bool {
    var slot = Slot()
    let handled = isHandled ? Flag.handled : 0
    switch outcome {
    case .success(let value):
      slot.put(value)
      if settle(as: Flag.fulfilled | handled, slot, cancelsUpstream: cancelsUpstream, in: &run) { return true }
      slot.empty(of: Value.self)
    case .failure(let error):
      slot.put(error: Self.widen(error))
      if settle(as: Flag.failed | handled, slot, cancelsUpstream: cancelsUpstream, in: &run) { return true }
      slot.empty(of: (any Error).self)
    }
    return false
  }

  /// Settles the promise, unless it is settled, and serves its observers.
  @inlinable @discardableResult
  package final func settle(_ outcome: Result<Value, Failure>, isHandled: Bool = false) -> Bool {
    if hasScope { return settleAsJob(outcome, isHandled) }
    var run = Run()
    let isFirst = settle(outcome, isHandled: isHandled, in: &run)
    run.finish()
    return isFirst
  }

  /// Likewise, in a test.
  @usableFromInline
  final func settleAsJob(_ outcome: Result<Value, Failure>, _ isHandled: Bool) -> Bool {
    asJob {
      var run = Run()
      let isFirst = settle(outcome, isHandled: isHandled, in: &run)
      run.finish()
      return isFirst
    }
  }

  override final func cancel(in run: inout Run) {
    if let cancellation = CancellationError() as? Failure {
      settle(.failure(cancellation), cancelsUpstream: true, in: &run)
    } else {
      hurry(in: &run)
    }
  }

  /// Nobody is left who could settle this promise. Returns whether that changed anything.
  ///
  /// A promise is rejected. A guarantee, which cannot be, comes to rest without an outcome: its observers are called
  /// and find none.
  @discardableResult
  package final func abandon(in run: inout Run) -> Bool {
    guard !isSettled else { return false }
    if flags.load(ordering: .relaxed) & (Flag.patient | Flag.orphaned) != 0 {
      // As somebody's who is used to promises that then stay pending: they do not expect a `catch` to be called.
      guard !becomesOrphan() else { return true }
      return CancellationError() is Failure && settle(.failure(CancellationError() as! Failure), in: &run)
    }
    let error = PromiseError.abandoned(file: origin.file, line: origin.line)
    if let error = error as? Failure { return settle(.failure(error), isHandled: true, in: &run) }
    return comeToRest(in: &run)
  }

  override final func giveUp(in run: inout Run) -> Bool { abandon(in: &run) }
}
