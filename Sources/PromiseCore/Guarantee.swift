/// A value that will be there later, without fail: a promise that cannot be rejected. From PromiseKit.
///
/// It has the operators of ``Promise``, and stays a guarantee as long as no handler can throw. Where its handlers run
/// is written on ``Promise``.
///
/// ## Cancellation
///
/// There is no error to reject a guarantee with. ``AnyPromise/cancel()`` tells its producer that the value is not wanted,
/// and the guarantee stays pending until what it waits for settles. The producer chooses the value:
/// ``after(seconds:file:line:)`` fires at once. The handler of a `done` does not run after the guarantee that it
/// returned has been canceled.
///
/// ## Abandonment
///
/// When everything that could have fulfilled a guarantee is gone, its handlers never run, and ``PromiseDiagnostics`` is
/// told. To *await* such a guarantee is a programming error: nothing can be returned, and nothing can be thrown.
public class Guarantee<Value: Sendable>: _TypedPromise<Value, Never>, @unchecked Sendable {
  // Adds no state to that of `_TypedPromise`.

  @inlinable
  package override init(site: CreationSite, context: PromiseContext?) { super.init(site: site, context: context) }

  @inlinable
  override init(from source: AnyPromise, _ site: CreationSite, flags: UInt16) {
    super.init(from: source, site, flags: flags)
  }

  @inlinable
  package override init(settled outcome: Result<Value, Never>, site: CreationSite, context: PromiseContext?) {
    super.init(settled: outcome, site: site, context: context)
  }

  /// Makes a guarantee that is fulfilled by a callback. From PromiseKit.
  ///
  /// ```swift
  /// Guarantee<Bool> { seal in askForPermission { granted in seal(granted) } }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called at once, with the function that fulfils the guarantee. Its first call counts.
  public convenience init(
    resolver body: (@escaping @Sendable (Value) -> Void) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    let seal = Seal(self)
    body { seal.fulfill($0) }
  }

  /// A guarantee that is fulfilled already. From PromiseKit.
  ///
  /// - Parameters:
  ///   - value: The value it is fulfilled with.
  @inlinable
  public static func value(_ value: Value, file: StaticString = #fileID, line: UInt = #line) -> Guarantee {
    Guarantee(settled: .success(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// A pending guarantee and the function that fulfils it. From PromiseKit.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line
  ) -> (guarantee: Guarantee<Value>, resolve: @Sendable (Value) -> Void) {
    let guarantee = Guarantee(site: CreationSite(file, line), context: .ofNewPromise())
    let seal = Seal(guarantee)
    return (guarantee, { seal.fulfill($0) })
  }
}

extension Guarantee where Value == Void {
  /// Makes a guarantee that is fulfilled already. From PromiseKit.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}

extension Guarantee: Thenable {
  /// A guarantee cannot be rejected.
  public typealias Failure = Never
}

extension Result where Failure == Never {
  /// The value; there is nothing else that it could be.
  @inlinable
  package func get() -> Success {
    switch self {
    case .success(let value): value
    }
  }
}

/// What fulfils a guarantee, and notices when nobody will.
package final class Seal<Value: Sendable>: Sendable {
  package let guarantee: Guarantee<Value>

  package init(_ guarantee: Guarantee<Value>) {
    self.guarantee = guarantee
    guarantee.noteHandedOut()
  }

  deinit { guarantee.loseResolver { .abandonedGuarantee(file: $0.file, line: $0.line) } }

  package func fulfill(_ value: Value) { guarantee.settle(.success(value)) }
}
