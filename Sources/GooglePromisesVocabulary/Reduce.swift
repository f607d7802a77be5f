public import Dispatch
public import PromiseCore

extension Promise {
  /// Combines the value with several items, one after another, with a closure that returns a promise.
  ///
  /// - Parameters:
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item. It runs on the actor of the surrounding code, or on
  ///     `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @available(*, deprecated, message: "Pass the items as an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    _ items: Item...,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(items, combine: combine, file: file, line: line) }

  /// Combines the value with several items, one after another, with a closure that runs on a queue and returns a
  /// promise.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item, on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @available(*, deprecated, message: "Pass the items as an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue?, _ items: Item..., combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(on: queue, items, combine: combine, file: file, line: line) }

  /// Combines the value with the items of a sequence on a queue, for code in the Swift 5 language mode.
  ///
  /// The compiler prefers this form to that of the main API, whose queue is an optional, and turns errors about data
  /// races in `combine` into warnings.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs.
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item, on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(on: .some(queue), items, combine: combine, file: file, line: line) }
}

extension Guarantee {
  /// Combines the value with several items, one after another, with a closure that returns a promise.
  ///
  /// - Parameters:
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item. It runs on the actor of the surrounding code, or on
  ///     `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @available(*, deprecated, message: "Pass the items as an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    _ items: Item...,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(items, combine: combine, file: file, line: line) }

  /// Combines the value with several items, one after another, with a closure that runs on a queue and returns a
  /// promise.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item, on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @available(*, deprecated, message: "Pass the items as an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue?, _ items: Item..., combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(on: queue, items, combine: combine, file: file, line: line) }

  /// Combines the value with the items of a sequence on a queue, for code in the Swift 5 language mode.
  ///
  /// The compiler prefers this form to that of the main API, whose queue is an optional, and turns errors about data
  /// races in `combine` into warnings.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs.
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item, on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the last partial result.
  @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduce(on: .some(queue), items, combine: combine, file: file, line: line) }
}
