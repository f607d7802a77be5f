/// An asynchronous sequence of the values of promises.
///
/// A sequence of this type is returned by `inCompletionOrder`, `inInputOrder`, `concurrentMap` and `poll`.
///
/// Promises are awaited only when the consumer requests the next value. `concurrentMap` and `poll` also create them
/// only then, so a slow consumer slows down the creation of promises.
///
/// The first rejected promise ends the iteration with its error. The iteration also ends when the loop is left with
/// `break`, and when its task is canceled, in which case it throws `CancellationError`. In every case, the pending
/// promises are canceled, except those that have another consumer. A value that is already available is delivered even
/// if the task has been canceled.
///
/// An iterator may be used by only one task at a time: concurrent calls to `next()` on one iterator trap.
public struct PromiseSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let width: Int
  private let order: PromiseOrder
  private let makeSupply: @Sendable () -> PromiseSupply<Element>

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - width: The maximum number of promises with values that the consumer has not received.
  ///   - order: The order in which the consumer receives the values.
  ///   - makeSupply: Returns the supply of promises for one iteration. It is called once for each iteration.
  init(width: Int, order: PromiseOrder, _ makeSupply: @escaping @Sendable () -> PromiseSupply<Element>) {
    self.width = width
    self.order = order
    self.makeSupply = makeSupply
  }

  /// Starts an iteration. The first promise is created when the first value is requested.
  ///
  /// - Returns: An iterator. Releasing it ends the iteration and, if a value has been requested, cancels the pending
  ///   promises that have no other consumer.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage: Storage(width: width, order: order, makeSupply()))
  }

  /// An iterator over the values of promises. It may be used by only one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    /// The state of the iteration, which is canceled when the iterator is released.
    let storage: Storage

    /// Returns the next value, or `nil` after the last one.
    ///
    /// - Throws: The error of a rejected promise, or `CancellationError` if the task is canceled.
    @_documentation(visibility: internal)
    public mutating func next() async throws -> Element? { try await storage.next(isolation: nil) }

    /// Returns the next value, or `nil` after the last one, without leaving the caller's actor.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Throws: The error of a rejected promise, or `CancellationError` if the task is canceled.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await storage.next(isolation: actor)
    }
  }
}

/// The order in which the values of several promises are delivered.
public enum PromiseOrder: Sendable {
  /// The order of the input. The value of a later promise is held back until the earlier ones have been delivered.
  case input
  /// The order in which the promises are fulfilled. Each value is delivered as soon as it is available.
  case completion
}

/// Returns the next promise each time it is called.
typealias PromiseSupply<Element: Sendable> = () -> PromiseSupplied<Element>

/// The result of a call to a supply.
enum PromiseSupplied<Element: Sendable> {
  /// The next promise.
  case promise(Promise<Element>)
  /// A promise of the next promise, or of `nil` if there is none left.
  case later(Promise<Promise<Element>?>)
  /// There is no promise left.
  case nothing
}
