/// A promise that cannot be rejected.
///
/// A guarantee has the operators of ``Promise``, except those that receive an error. An operator that cannot fail
/// returns another guarantee; one that can, such as `validate` or a `map` whose handler throws, returns a promise.
/// Handlers run where those of a ``Promise`` run.
///
/// ## Cancellation
///
/// A guarantee cannot be rejected, so ``cancel()`` only requests cancellation from its producer. The
/// guarantee stays pending until the producer fulfills it with a value of its choice. For example, canceling the
/// guarantee that ``after(seconds:file:line:)`` returns fulfills it immediately.
///
/// The handlers of a canceled guarantee still run when the guarantee is fulfilled, with two exceptions. The handler of
/// `done` does not run once the guarantee that `done` returned is canceled. And a canceled guarantee leaves the promise
/// that it was derived from as soon as its value cannot be received any more, because no variable, no handler and no task
/// refers to it: its handler is then released without having run, and so is everything that the handler captures. A
/// signal that stays pending for the life of a program is not filled with the handlers of races that it has lost.
///
/// ## Abandonment
///
/// A guarantee is abandoned when the last reference to its resolver is released while the guarantee is pending. Its
/// handlers never run, and the guarantee is reported to ``PromiseDiagnostics``. Awaiting an abandoned guarantee is a
/// programming error and traps, because there is neither a value to return nor an error to throw.
public class Guarantee<Value: Sendable>: @unchecked Sendable {
  // Only the initializers and `deinit` use it directly: everything else goes through `AnyPromise`, so that the compiler sees
  // one type of object. It must be the only stored property, as in `Promise`.
  @exclusivity(unchecked) @usableFromInline package final var header: PromiseHeader

  /// Creates a pending guarantee.
  @inlinable
  package init(site: CreationSite, context: PromiseContext?) {
    header = PromiseHeader(site: site, context: context, flags: [], kind: PromiseHeader.Kind.guarantee)
    AnyPromise.noteCreation(of: self, isPending: true)
  }

  /// Creates a pending guarantee that waits for `source`, for the subclass.
  @inlinable
  init(from source: AnyPromise, _ site: CreationSite, flags: PromiseFlags) {
    header = PromiseHeader(
      from: source, site, flags: flags, kind: PromiseHeader.Kind.derived | PromiseHeader.Kind.guarantee)
    AnyPromise.noteCreation(of: self, isPending: true)
  }

  /// Creates a fulfilled guarantee.
  @inlinable
  package init(settled outcome: Result<Value, Never>, site: CreationSite, context: PromiseContext?) {
    header = PromiseHeader(
      site: site, context: context,
      flags: [.settled, .delivered, .fulfilled],
      kind: PromiseHeader.Kind.guarantee)
    header.storage.fill(outcome.get())
    AnyPromise.noteCreation(of: self, isPending: false)
  }

  deinit {
    let flags = AnyPromise.loadFlags(of: self)
    if flags.contains(.fulfilled) { header.storage.clear(Value.self) }
    // Most promises have nothing else to release. A reference to the promise would cost a retain and a release.
    if flags.intersection([.fulfilled, .tracksProgress, .boxed]) != .fulfilled {
      AnyPromise(object: self).deinitialize(flags)
    }
  }

  /// Creates a guarantee that a callback fulfills.
  ///
  /// ```swift
  /// Guarantee<Bool> { seal in askForPermission(seal) }
  /// ```
  ///
  /// Pass the function itself, as here, or call it in a `@Sendable` closure. ``Promise`` explains why.
  ///
  /// - Parameter body: A closure that starts the work. It runs before this initializer returns, on the calling thread,
  ///   and receives the function that fulfills the guarantee. That function may be called on any thread; calls after
  ///   the first have no effect. If it is released without being called, the guarantee is abandoned.
  public convenience init(
    resolver body: (@escaping @Sendable (Value) -> Void) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    let seal = Seal(self)
    body { seal.fulfill($0) }
  }

  /// Returns a guarantee that is already fulfilled.
  ///
  /// - Parameter value: The value of the guarantee.
  /// - Returns: A guarantee that is fulfilled with `value`.
  @inlinable
  public static func value(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Guarantee {
    Guarantee(settled: .success(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Returns a pending guarantee and the function that fulfills it.
  ///
  /// - Returns: The guarantee, and a function that fulfills it with a value. The function may be called on any thread;
  ///   calls after the first have no effect. If it is released without being called, the guarantee is abandoned.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line
  ) -> (guarantee: Guarantee<Value>, resolve: @Sendable (Value) -> Void) {
    let guarantee = Guarantee(site: CreationSite(file, line), context: .ofNewPromise())
    let seal = Seal(guarantee)
    return (guarantee, { seal.fulfill($0) })
  }
}

extension Guarantee where Value == Void {
  /// Creates a guarantee that is already fulfilled.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}

extension Guarantee: Thenable {
  /// A chain remains a guarantee as long as no handler can fail.
  public typealias Chained = Guarantee<Value>
}

extension Result where Failure == Never {
  /// Returns the value. A result that cannot be a failure always has one.
  @inlinable
  package func get() -> Success {
    switch self {
    case .success(let value): value
    }
  }
}

/// The resolver of a guarantee: fulfills the guarantee, and abandons it if released without having done so.
package final class Seal<Value: Sendable>: Sendable {
  /// The guarantee that this resolver fulfills.
  package let guarantee: Guarantee<Value>

  /// Creates the resolver of `guarantee`.
  package init(_ guarantee: Guarantee<Value>) {
    self.guarantee = guarantee
    guarantee.any.noteHandedOut()
  }

  deinit { guarantee.any.releaseResolver { .abandonedGuarantee(file: $0.file, line: $0.line) } }

  /// Fulfills the guarantee with `value`, unless it is already fulfilled.
  package func fulfill(_ value: Value) { guarantee.settle(.success(value)) }
}
