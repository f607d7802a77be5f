/// The common superclass of ``Promise`` and ``Guarantee``, which knows the type of the outcome.
///
/// It is public only because the superclass of a public class must be.
public class _TypedPromise<Value: Sendable, Failure: Error>: AnyPromise, @unchecked Sendable {
  // This class adds no state to `AnyPromise`, so that the runtime does not have to lay out any property.

  /// Creates a pending promise.
  @inlinable
  package init(site: CreationSite, context: PromiseContext?) { super.init(site: site, context: context, flags: 0) }

  /// Creates a pending promise that waits for `source`.
  @inlinable
  override init(from source: AnyPromise, _ site: CreationSite, flags: UInt16) {
    super.init(from: source, site, flags: flags)
  }

  /// Creates a settled promise.
  @inlinable
  package init(settled outcome: Result<Value, Failure>, site: CreationSite, context: PromiseContext?) {
    switch outcome {
    case .success(let value):
      super.init(site: site, context: context, flags: Flag.settled | Flag.fulfilled | DeliveryFlags.delivered)
      storage.fill(value)
    case .failure(let error):
      super.init(site: site, context: context, flags: Flag.settled | Flag.rejected | DeliveryFlags.delivered)
      storage.fill(error: widen(error))
    }
  }

  deinit {
    let flags = loadFlags()
    if flags & Flag.fulfilled != 0 {
      storage.clear(Value.self)
    } else if flags & Flag.rejected != 0 {
      reportAndClearError()
    } else if flags & Flag.neverSettles != 0 {
      storage.clear((any Error).self)
    } else if flags & Flag.unowned != 0 {
      cancelObservers()
    }
  }

  /// Moves the observers of an unowned promise that is deallocated while pending to a replacement promise, and
  /// cancels the replacement. The outcome is a cancellation because nothing has failed.
  private final func cancelObservers() {
    let observers = takeObservers()
    guard !observers.isEmpty else { return }
    let replacement = _TypedPromise(site: site, context: context)
    let trampoline = Trampoline.enter()
    for observer in observers { replacement.attach(observer, in: trampoline) }
    if Failure.self == Never.self { replacement.abandon(in: trampoline) } else { replacement.cancel(in: trampoline) }
    trampoline.leave()
  }

  // MARK: - The outcome

  /// The outcome, or `nil` while there is none. A lock-free snapshot.
  @inlinable
  package final var outcome: Result<Value, Failure>? {
    let flags = loadPublishedFlags()
    if flags & Flag.fulfilled != 0 { return .success(storage.value(as: Value.self)) }
    if flags & Flag.rejected != 0 { return .failure(narrow(storage.error, to: Failure.self)) }
    return nil
  }

  /// The outcome of a promise that is known to be settled.
  @inlinable
  package final var knownOutcome: Result<Value, Failure> {
    guard let outcome else {
      // trap: outcome-of-pending-promise
      preconditionFailure("A handler ran without an outcome. This is a bug in swift-promises; please report it.")
    }
    return outcome
  }

  /// The outcome of a promise that can no longer change. For an abandoned guarantee, an error that says that it was
  /// abandoned.
  @usableFromInline
  package final var finalResult: Result<Value, any Error> {
    if let outcome { return outcome.mapError(widen) }
    return .failure(neverSettles ? storage.error : PromiseError.abandoned(file: site.file, line: site.line))
  }

  // MARK: - Settling

  /// Settles the promise, unless it is settled.
  ///
  /// - Parameters:
  ///   - outcome: The value or the error.
  ///   - isHandled: Whether a handler has handled the error upstream.
  ///   - cancelsUpstream: Whether to notify the cancellation targets that their outcome is no longer wanted.
  ///   - trampoline: The trampoline that delivers the outcome.
  /// - Returns: Whether the promise was pending.
  @inlinable @discardableResult
  package final func settle(
    _ outcome: Result<Value, Failure>, isHandled: Bool = false, cancelsUpstream: Bool = false, in trampoline: Trampoline
  ) -> Bool {
    var storage = OutcomeStorage()
    let handled = isHandled ? Flag.handled : 0
    switch outcome {
    case .success(let value):
      storage.fill(value)
      if settle(as: Flag.settled | Flag.fulfilled | handled, storage, cancelsUpstream: cancelsUpstream, in: trampoline)
      {
        return true
      }
      storage.clear(Value.self)
    case .failure(let error):
      storage.fill(error: widen(error))
      if settle(as: Flag.settled | Flag.rejected | handled, storage, cancelsUpstream: cancelsUpstream, in: trampoline) {
        return true
      }
      storage.clear((any Error).self)
    }
    return false
  }

  /// Settles the promise with the value that `body` returns or the error that it throws.
  @inlinable @inline(__always)
  package final func settle(in trampoline: Trampoline, _ body: () throws(Failure) -> Value) {
    var storage = OutcomeStorage()
    do {
      storage.fill(try body())
    } catch {
      settle(.failure(error), in: trampoline)
      return
    }
    if !settle(as: Flag.settled | Flag.fulfilled, storage, cancelsUpstream: false, in: trampoline) {
      storage.clear(Value.self)
    }
  }

  /// Settles the promise, unless it is settled, and schedules its observers. Returns whether the promise was pending.
  @inlinable @discardableResult
  package final func settle(_ outcome: Result<Value, Failure>, isHandled: Bool = false) -> Bool {
    let trampoline = enterTrampoline()
    let wasPending = settle(outcome, isHandled: isHandled, in: trampoline)
    leave(trampoline)
    return wasPending
  }

  override final func cancel(in trampoline: Trampoline) {
    if let cancellation = CancellationError() as? Failure {
      settle(.failure(cancellation), cancelsUpstream: true, in: trampoline)
    } else {
      requestCancellation(in: trampoline)
    }
  }

  /// Rejects an abandoned promise, unless it is to stay pending. An abandoned guarantee cannot be rejected: its
  /// observers find no outcome.
  @discardableResult
  @usableFromInline
  override package final func abandon(in trampoline: Trampoline) -> Bool {
    // race boolean: Another thread must settle the promise after the caller has found it pending.
    guard !isSettled else { return false }
    let error = PromiseError.abandoned(file: site.file, line: site.line)
    if loadFlags() & Flag.staysPending != 0 { return settleNever(error, in: trampoline) }
    if let error = error as? Failure { return settle(.failure(error), isHandled: true, in: trampoline) }
    return settleWithoutOutcome(in: trampoline)
  }
}

extension AnyPromise {
  /// Returns the value of a promise that is known to be fulfilled with a value of this type.
  @inlinable
  package final func knownValue<Value>(as type: Value.Type) -> Value { storage.value(as: Value.self) }

  /// Releases the error that the promise was rejected with, after reporting it if it is unhandled.
  final func reportAndClearError() {
    let error = storage.error
    if isRejectedUnobserved, !error.isCancelled {
      report(.unhandledRejection(error, file: site.file, line: site.line))
    }
    storage.clear((any Error).self)
  }

  /// Rejects the promise with the error of `source`.
  @usableFromInline
  final func reject(as source: AnyPromise, isHandled: Bool = false, in trampoline: Trampoline) {
    var storage = OutcomeStorage()
    storage.fill(error: source.storage.error)
    let handled = isHandled || source.isHandled ? Flag.handled : 0
    if !settle(as: Flag.settled | Flag.rejected | handled, storage, cancelsUpstream: false, in: trampoline) {
      // rare: Another thread must settle the promise first.
      storage.clear((any Error).self)
    }
  }

  /// Rejects a derived promise with the error of its source, which skips the handler.
  @usableFromInline @inline(never)
  final func forwardError(of source: AnyPromise, in trampoline: Trampoline) {
    if source.isCaught { markCaught() }
    reject(as: source, in: trampoline)
  }
}
