extension Thenable {
  /// Combines the value with one item after another by an `async` function.
  ///
  /// ```swift
  /// Promise.value("").reduce([1, 2, 3]) { text, number in try await append(number, to: text) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: What to combine with, in order. None: the value itself.
  ///   - combine: Called with what there is so far and the next item, in a task with the isolation of where it was
  ///     written, which is cancelled when the new promise is. What it throws ends the whole.
  @_disfavoredOverload
  public func reduce<Items: Sequence & Sendable>(
    _ items: Items,
    @_inheritActorContext(always) combine:
      @escaping @isolated(any) @Sendable (Value, Items.Element) async throws -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> where Items.Element: Sendable {
    let site = CreationSite(file, line)
    return reduceItems(items, at: HandlerExecutor(startingTasksOn: combine.isolation), site) { partial, item in
      Promise(byTaskOn: combine.isolation, site) { _ in try await combine(partial, item) }
    }
  }
}
