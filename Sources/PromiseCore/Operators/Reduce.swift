public import Dispatch

extension Promise {
  /// Returns a promise of the result of combining the value with the elements of a sequence, one after another,
  /// asynchronously.
  ///
  /// ```swift
  /// Promise.value("").reduce([1, 2, 3]) { text, number in append(number, to: text) }
  /// ```
  ///
  /// If this promise is rejected, `combine` does not run and the error is passed on.
  ///
  /// - Parameters:
  ///   - items: The elements to combine the value with, in order. If there are none, the result is the value of this
  ///     promise.
  ///   - combine: A closure that combines the partial result with the next element. If it throws, or if the promise
  ///     that it returns is rejected, the reduction ends and the new promise is rejected with that error. It runs on
  ///     the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the final result. Canceling it cancels the promise that the reduction waits for, if that
  ///   promise has no other consumer; `combine` is not called again.
  /// - Complexity: O(*n*) calls to `combine`. Neither the stack nor the memory in use grows with the number of
  ///   elements.
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(combine), CreationSite(file, line)) }

  /// Attaches an asynchronous reduction that runs on a queue.
  ///
  /// See `reduce(_:combine:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - items: The elements to combine the value with, in order.
  ///   - combine: A closure that combines the partial result with the next element. If it throws, or if the promise
  ///     that it returns is rejected, the new promise is rejected with that error.
  /// - Returns: A promise of the final result.
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }

  /// Returns a promise of the result of combining the value with the elements of a sequence.
  ///
  /// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value.
  ///
  /// - Parameters:
  ///   - items: The elements to combine the value with, in order. If there are none, the result is the value of this
  ///     promise.
  ///   - combine: A closure that returns the next partial result. If it throws, the reduction ends and the new promise
  ///     is rejected with that error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///     nonisolated.
  /// - Returns: A promise of the final result. Canceling it ends the reduction; `combine` is not called again.
  /// - Complexity: O(*n*) calls to `combine`. Neither the stack nor the memory in use grows with the number of
  ///   elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable>(
    _ items: Items,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Items.Element) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(combine).returningPromises(), CreationSite(file, line)) }

  /// Attaches a reduction that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - items: The elements to combine the value with, in order.
  ///   - combine: A closure that returns the next partial result. If it throws, the new promise is rejected with that
  ///     error.
  /// - Returns: A promise of the final result.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.reduceItems(items, Handler(on: queue, combine).returningPromises(), CreationSite(file, line))
  }
}

extension Guarantee {
  /// Returns a promise of the result of combining the value with the elements of a sequence, one after another,
  /// asynchronously.
  ///
  /// - Parameters:
  ///   - items: The elements to combine the value with, in order. If there are none, the result is the value of this
  ///     promise.
  ///   - combine: A closure that combines the partial result with the next element. If it throws, or if the promise
  ///     that it returns is rejected, the reduction ends and the new promise is rejected with that error. It runs on
  ///     the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the final result. Canceling it cancels the promise that the reduction waits for, if that
  ///   promise has no other consumer; `combine` is not called again.
  /// - Complexity: O(*n*) calls to `combine`. Neither the stack nor the memory in use grows with the number of
  ///   elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(combine), CreationSite(file, line)) }

  /// Attaches an asynchronous reduction that runs on a queue.
  ///
  /// See `reduce(_:combine:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - items: The elements to combine the value with, in order.
  ///   - combine: A closure that combines the partial result with the next element. If it throws, or if the promise
  ///     that it returns is rejected, the new promise is rejected with that error.
  /// - Returns: A promise of the final result.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }

  /// Returns a promise of the result of combining the value with the elements of a sequence.
  ///
  /// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value.
  ///
  /// - Parameters:
  ///   - items: The elements to combine the value with, in order. If there are none, the result is the value of this
  ///     guarantee.
  ///   - combine: A closure that returns the next partial result. If it throws, the reduction ends and the new promise
  ///     is rejected with that error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///     nonisolated.
  /// - Returns: A promise of the final result. Canceling it ends the reduction; `combine` is not called again.
  /// - Complexity: O(*n*) calls to `combine`. Neither the stack nor the memory in use grows with the number of
  ///   elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable>(
    _ items: Items,
    @_inheritActorContext(always) combine: @escaping @isolated(any) @Sendable (Value, Items.Element) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.reduceItems(items, Handler(combine).returningPromises(), CreationSite(file, line)) }

  /// Attaches a reduction that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that settles the guarantee.
  ///   - items: The elements to combine the value with, in order.
  ///   - combine: A closure that returns the next partial result. If it throws, the new promise is rejected with that
  ///     error.
  /// - Returns: A promise of the final result.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.reduceItems(items, Handler(on: queue, combine).returningPromises(), CreationSite(file, line))
  }
}

extension TypedPromise {
  /// Attaches a reduction that calls `handler` for each element.
  @_alwaysEmitIntoClient
  package func reduceItems<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items, _ handler: Handler<(Value, Items.Element), U, any Error>, _ site: CreationSite
  ) -> Promise<Value> { reduceItems(items, at: handler.executor, site) { try handler(($0, $1)) } }

  /// Implements all forms of `reduce`. Calls `combine` on `executor`.
  @usableFromInline
  package func reduceItems<Items: Sequence & Sendable, U: Thenable<Value>>(
    _ items: Items, at executor: HandlerExecutor, _ site: CreationSite,
    _ combine: @escaping @Sendable (Value, Items.Element) throws -> U
  ) -> Promise<Value> {
    let fold = Fold<Value, Items>(items)
    let combine = SharedHandler(Combine(call: combine), on: executor)
    let promise = Promise<Value>(site: site, context: any.contextOfDerived)
    let loop = Loop(
      promise.any, on: executor, begin: { _ in try fold.combine(combine.handler.call).asTyped.any },
      evaluate: { promise, step, trampoline in
        if fold.advance(with: try TypedPromise<Value, any Error>(step).knownOutcome.get()) { return TimerInterval.none }
        return TypedPromise<Value, any Error>(promise).finishLoop(with: step, in: trampoline)
      })
    loop.start(after: any)
    return promise
  }
}

/// The user's function of a reduction.
private struct Combine<Value, Item, U>: Sendable {
  let call: @Sendable (Value, Item) throws -> U
}

/// The partial result of a reduction, and the elements that it has not used yet.
private final class Fold<Value, Items: Sequence>: @unchecked Sendable {
  // Guarded by the loop: only one step at a time accesses the state, and each step happens after the previous one.
  private var iterator: Items.Iterator
  private var partial: Value?
  private var item: Items.Element?

  init(_ items: Items) { iterator = items.makeIterator() }

  /// Stores the result of the previous step. Returns whether there is another element to combine it with.
  func advance(with value: Value) -> Bool {
    partial = value
    item = iterator.next()
    return item != nil
  }

  /// Combines the partial result with the current element.
  func combine<U>(_ combine: (Value, Items.Element) throws -> U) throws -> U {
    guard let partial = partial.take(), let item = item.take() else {
      // unreachable: The loop starts a step only if `advance` has found an element.
      preconditionFailure(
        "A step of a reduction began without an element to combine. This is a bug in swift-promises; please report it.")
    }
    return try combine(partial, item)
  }
}
