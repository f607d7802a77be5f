public import Dispatch

extension Thenable {
  /// Combines the value with one item after another, each time by way of a promise. From google/promises.
  ///
  /// ```swift
  /// Promise.value("").reduce([1, 2, 3]) { text, number in append(number, to: text) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: What to combine with, in order. None: the value itself.
  ///   - combine: Called with what there is so far and the next item; runs where it was written. What it throws, or its
  ///     promise is rejected with, ends the whole.
  /// - Returns: A promise of what the last promise was fulfilled with. Cancelling it cancels the promise that is
  ///   pending.
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduceItems(items, Handler(combine), CreationSite(file, line)) }

  /// Combines the value with one item after another, on a queue, each time by way of a promise. From google/promises.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func reduceItems<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items, _ handler: Handler<(Value, Items.Element), U, any Error>, _ site: CreationSite
  ) -> Promise<Value> { reduceItems(items, at: handler.executor, site) { try handler(($0, $1)) } }

  /// What the forms have in common: `combine` is called on the executor.
  @usableFromInline
  package func reduceItems<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items, at executor: HandlerExecutor, _ site: CreationSite,
    _ combine: @escaping @Sendable (Value, Items.Element) throws -> U
  ) -> Promise<Value> {
    let fold = Fold<Value, Items>(items)
    return Loop<Value, Value>.start(
      after: _promise, on: executor, site,
      begin: { try fold.combine(combine).asPromise },
      judge: { outcome in fold.advance(with: try outcome.get()) ? .again(after: .none) : .finish(outcome) })
  }
}

/// What a reduction has so far, and what is left of its items.
private final class Fold<Value, Items: Sequence>: @unchecked Sendable {
  // Guarded by the loop: one step at a time touches it, and each happens after the one before.
  private var iterator: Items.Iterator
  private var partial: Value?
  private var item: Items.Element?

  init(_ items: Items) { iterator = items.makeIterator() }

  /// Takes what the last step has made. Returns whether there is an item to combine it with.
  func advance(with value: Value) -> Bool {
    partial = value
    item = iterator.next()
    return item != nil
  }

  func combine<U>(_ combine: (Value, Items.Element) throws -> U) throws -> U {
    guard let partial = partial.take(), let item = item.take() else {
      preconditionFailure("a step begins only when there is an item")
    }
    return try combine(partial, item)
  }
}
