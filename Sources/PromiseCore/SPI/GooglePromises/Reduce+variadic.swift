public import Dispatch

extension Thenable {
  /// Combines the value with one item after another, each time by way of a promise. From google/promises.
  ///
  /// As the form that takes a sequence.
  @_spi(GooglePromises) @available(*, deprecated, message: "Write an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    _ items: Item...,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduceItems(items, Handler(combine), CreationSite(file, line)) }

  /// Combines the value with one item after another, on a queue, each time by way of a promise. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, message: "Write an array: `reduce([a, b])`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue?, _ items: Item..., combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }
}
