/// The values of promises, one after the other, as an asynchronous sequence.
///
/// Made by `inCompletionOrder`, `inInputOrder`, `concurrentMap` and `poll`.
///
/// Promises are made, and waited for, when the reader asks for the next value, and at no other time: a reader who is slow
/// slows the making down. The first promise that is rejected ends the iteration with its error. However the iteration
/// ends, by an error, by `break`, or because the task is cancelled: those promises that are pending and that nobody else
/// wants are cancelled. A value that is there is handed out also to a task that has been cancelled.
///
/// An iterator is for one task at a time.
public struct PromiseSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let width: Int
  private let order: PromiseOrder
  private let makeSupply: @Sendable () -> PromiseSupply<Element>

  /// - Parameters:
  ///   - width: How many promises there may be of which the reader has not been given the value.
  ///   - order: In which order the reader is given values.
  ///   - makeSupply: Called once for each iteration.
  init(width: Int, order: PromiseOrder, _ makeSupply: @escaping @Sendable () -> PromiseSupply<Element>) {
    self.width = width
    self.order = order
    self.makeSupply = makeSupply
  }

  /// Starts an iteration. The first promise is made when the first value is asked for.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage: Storage(width: width, order: order, makeSupply()))
  }

  /// Hands out the values.
  public struct Iterator: AsyncIteratorProtocol {
    let storage: Storage

    /// The next value; `nil` after the last.
    @_documentation(visibility: internal)
    public mutating func next() async throws -> Element? { try await storage.next(isolation: nil) }

    /// The next value; `nil` after the last. Does not leave the caller's actor.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await storage.next(isolation: actor)
    }
  }
}

/// In which order the values of several promises are handed out.
public enum PromiseOrder: Sendable {
  /// In the order of the input: the first one first, even if another is there before it.
  case input
  /// Each as soon as it is there.
  case completion
}

/// Makes the next promise each time it is asked.
typealias PromiseSupply<Element: Sendable> = () -> PromiseSupplied<Element>

/// What a supply comes up with.
enum PromiseSupplied<Element: Sendable> {
  case promise(Promise<Element>)
  /// The next promise is being made: `nil` if there is none any more.
  case later(Promise<Promise<Element>?>)
  /// There is none any more.
  case nothing
}
