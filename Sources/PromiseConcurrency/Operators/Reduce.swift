extension Promise {
  /// Combines the value of this promise with each item of a sequence, one after another, using an `async` function.
  ///
  /// ```swift
  /// Promise.value("").reduce([1, 2, 3]) { text, number in try await append(number, to: text) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: The items to combine with the value, in order. If there are none, the returned promise is fulfilled
  ///     with the value of this promise.
  ///   - combine: Called with the partial result and the next item, in a new task with the isolation of the surrounding
  ///     code. The task is canceled when the returned promise is. If `combine` throws, no further items are combined.
  /// - Returns: A promise of the last partial result. It is rejected with the error of this promise, or with the error
  ///   that `combine` throws.
  /// - Complexity: O(*n*) in the number of items, plus the cost of `combine`.
  @_disfavoredOverload
  public func reduce<Items: Sequence & Sendable>(
    _ items: Items,
    @_inheritActorContext(always) combine:
      @escaping @isolated(any) @Sendable (Value, Items.Element) async throws -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> where Items.Element: Sendable {
    let site = CreationSite(file, line)
    let handler = AsyncHandler<(Value, Items.Element), Value, any Error>(combine)
    return typed.reduceItems(items, at: HandlerExecutor(onActor: combine.isolation), site) { partial, item in
      Promise(by: handler, with: (partial, item), isLast: false, site)
    }
  }
}

extension Guarantee {
  /// Combines the value of this guarantee with each item of a sequence, one after another, using an `async` function.
  ///
  /// - Parameters:
  ///   - items: The items to combine with the value, in order. If there are none, the returned promise is fulfilled
  ///     with the value of this guarantee.
  ///   - combine: Called with the partial result and the next item, in a new task with the isolation of the surrounding
  ///     code. The task is canceled when the returned promise is. If `combine` throws, no further items are combined.
  /// - Returns: A promise of the last partial result. It is rejected with the error that `combine`
  ///   throws.
  /// - Complexity: O(*n*) in the number of items, plus the cost of `combine`.
  @_disfavoredOverload
  public func reduce<Items: Sequence & Sendable>(
    _ items: Items,
    @_inheritActorContext(always) combine:
      @escaping @isolated(any) @Sendable (Value, Items.Element) async throws -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> where Items.Element: Sendable {
    let site = CreationSite(file, line)
    let handler = AsyncHandler<(Value, Items.Element), Value, any Error>(combine)
    return typed.reduceItems(items, at: HandlerExecutor(onActor: combine.isolation), site) { partial, item in
      Promise(by: handler, with: (partial, item), isLast: false, site)
    }
  }
}
