/// Something that refers to a promise or a guarantee: the object itself, or the object with or without its types.
///
/// The members of the extensions exist so that the code of this package can use each of them alike. Clients do not see
/// them.
@usableFromInline
package protocol PromiseReference: Sendable {
  /// The promise or guarantee without the type of its value.
  var any: AnyPromise { get }
}

extension AnyPromise: PromiseReference {
  @inlinable @inline(__always)
  package var any: AnyPromise { self }
}

extension TypedPromise: PromiseReference {}

/// A promise or a guarantee, for the code of this package that both share.
///
/// `Success` is not called `Value`, because the compiler would prefer this associated type to the public one of
/// ``Thenable`` when it infers the type of a constant, which then could not be public.
@usableFromInline
package protocol PromiseObject<Success, Failure>: AnyObject, PromiseReference {
  associatedtype Success: Sendable
  associatedtype Failure: Error
}

extension Promise: PromiseObject {
  @usableFromInline package typealias Success = Value
  @usableFromInline package typealias Failure = any Error
}

extension Guarantee: PromiseObject {
  @usableFromInline package typealias Success = Value
  @usableFromInline package typealias Failure = Never
}

extension PromiseObject {
  @inlinable @inline(__always)
  package var any: AnyPromise { AnyPromise(object: self) }

  /// The object with the types of its value and its error.
  @inlinable @inline(__always)
  package var typed: TypedPromise<Success, Failure> { TypedPromise(any) }

  @inlinable @inline(__always)
  package var outcome: Result<Success, Failure>? { typed.outcome }

  @inlinable @inline(__always)
  package var knownOutcome: Result<Success, Failure> { typed.knownOutcome }

  @inlinable @inline(__always)
  package var finalResult: Result<Success, any Error> { typed.finalResult }

  @inlinable @inline(__always) @discardableResult
  package func settle(_ outcome: Result<Success, Failure>, isHandled: Bool = false) -> Bool {
    typed.settle(outcome, isHandled: isHandled)
  }

  @inlinable @inline(__always) @discardableResult
  package func settle(
    _ outcome: Result<Success, Failure>, isHandled: Bool = false, cancelsUpstream: Bool = false,
    in trampoline: Trampoline
  ) -> Bool { typed.settle(outcome, isHandled: isHandled, cancelsUpstream: cancelsUpstream, in: trampoline) }

  @inlinable @inline(__always)
  package func observe(_ handler: @escaping @Sendable (Result<Success, Failure>) -> Void) { typed.observe(handler) }
}

extension PromiseReference {
  @inlinable @inline(__always)
  package var site: CreationSite { any.site }

  @inlinable @inline(__always)
  package var context: PromiseContext? { any.context }

  @inlinable @inline(__always)
  package var isCaught: Bool { any.isCaught }

  @inlinable @inline(__always)
  package var isHandled: Bool { any.isHandled }

  @inlinable @inline(__always)
  package var isUnowned: Bool { any.isUnowned }

  @inlinable @inline(__always)
  package var isCancelRequested: Bool { any.isCancelRequested }

  @inlinable @inline(__always)
  package func attach(_ observer: consuming Observer) { any.attach(observer) }

  @inlinable @inline(__always)
  package func attach(_ observer: consuming Observer, in trampoline: Trampoline) {
    any.attach(observer, in: trampoline)
  }

  @inlinable @inline(__always)
  package func addTarget(_ target: CancellationTarget) { any.addTarget(target) }

  @inlinable @inline(__always)
  package func addTarget(_ target: CancellationTarget, replacing: Bool = false, in trampoline: Trampoline) {
    any.addTarget(target, replacing: replacing, in: trampoline)
  }

  @inlinable @inline(__always)
  package func markObserved() { any.markObserved() }

  @inlinable @inline(__always)
  package func markCaught() { any.markCaught() }

  /// Cancels the promise in a trampoline that the caller has entered.
  @inlinable @inline(__always)
  package func cancel(in trampoline: Trampoline) { any.cancel(in: trampoline) }

  @inlinable @inline(__always)
  package func observeAll(
    _ inputs: [AnyPromise], reportsLateErrors: Bool = false,
    _ react: @escaping @Sendable (AnyPromise, AnyPromise, InputOutcome, Trampoline) -> Bool
  ) { any.observeAll(inputs, reportsLateErrors: reportsLateErrors, react) }

  @inlinable @inline(__always)
  package func enterTrampoline() -> Trampoline { any.enterTrampoline() }

  @inlinable @inline(__always)
  package func leave(_ trampoline: Trampoline) { any.leave(trampoline) }
}
