public import Dispatch

extension Promise where Value: Sequence {
  /// Transforms each element of the value into a promise, and returns a promise of the values of these promises.
  ///
  /// The promises run concurrently. The first one that is rejected rejects the new promise; the others continue.
  ///
  /// - Parameter transform: A closure that returns a promise for an element. It is called for each element, in order.
  ///   If it throws, the new promise is rejected with that error, and the promises created so far are canceled. It runs
  ///   on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the values, in the order of the elements. Canceling it cancels the promises that it waits
  ///   for, unless they have another consumer.
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { typed.thenMapElements(Handler(transform), CreationSite(file, line)) }

  /// Attaches an asynchronous transformation of each element, which runs on a queue.
  ///
  /// See `thenMap(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that returns a promise for an element. If it throws, the new promise is rejected with
  ///     that error, and the promises created so far are canceled.
  /// - Returns: A promise of the values, in the order of the elements.
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> {
    typed.thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }
}

// With the constraint of the `async` forms, the compiler takes a key path for a closure that returns a value.
extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Transforms each element of the value, and returns a promise of the results.
  ///
  /// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value.
  ///
  /// - Parameter transform: A closure that is called with each element, in order. If it throws, the new promise is
  ///   rejected with that error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///   nonisolated.
  /// - Returns: A promise of the results, in the order of the elements. Canceling it also cancels this promise, if
  ///   this promise has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { typed.deriveMapped(Handler(transform).appliedToElements(), CreationSite(file, line)) }

  /// Attaches a transformation of each element, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that is called with each element, in order. If it throws, the new promise is rejected
  ///     with that error.
  /// - Returns: A promise of the results, in the order of the elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> {
    typed.deriveMapped(
      Handler(on: queue, flags: flags, transform).appliedToElements(), CreationSite(file, line))
  }
}

// The constraint is that of the `async` forms, for the same reason.
extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Transforms each element of the value into a promise, and returns a promise of the values of these promises.
  ///
  /// The promises run concurrently. The first one that is rejected rejects the new promise; the others continue.
  ///
  /// - Parameter transform: A closure that returns a promise for an element. It is called for each element, in order.
  ///   If it throws, the new promise is rejected with that error, and the promises created so far are canceled. It runs
  ///   on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the values, in the order of the elements. Canceling it cancels the promises that it waits
  ///   for, unless they have another consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { typed.thenMapElements(Handler(transform), CreationSite(file, line)) }

  /// Attaches an asynchronous transformation of each element, which runs on a queue.
  ///
  /// See `thenMap(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that returns a promise for an element. If it throws, the new promise is rejected with
  ///     that error, and the promises created so far are canceled.
  /// - Returns: A promise of the values, in the order of the elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> {
    typed.thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }

  /// Transforms each element of the value, and returns a promise of the results.
  ///
  /// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value.
  ///
  /// - Parameter transform: A closure that is called with each element, in order. If it throws, the new promise is
  ///   rejected with that error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///   nonisolated.
  /// - Returns: A promise of the results, in the order of the elements. Canceling it also cancels this guarantee, if
  ///   this guarantee has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { typed.deriveMapped(Handler(transform).appliedToElements(), CreationSite(file, line)) }

  /// Attaches a transformation of each element, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles the guarantee.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that is called with each element, in order. If it throws, the new promise is rejected
  ///     with that error.
  /// - Returns: A promise of the results, in the order of the elements.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> {
    typed.deriveMapped(
      Handler(on: queue, flags: flags, transform).appliedToElements(), CreationSite(file, line))
  }
}

extension Handler where Failure == any Error {
  /// Returns a handler of a sequence that calls this one for each element.
  @_alwaysEmitIntoClient
  func appliedToElements<Elements: Sequence & Sendable>() -> Handler<Elements, [Output], any Error>
  where Elements.Element == Input {
    adapted { transform, elements in try elements.map { try transform($0) } }
  }
}

extension TypedPromise where Value: Sequence {
  /// Attaches `handler`, which runs once for each element.
  @_alwaysEmitIntoClient
  package func thenMapElements<U: Thenable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U.Value]> {
    deriveAdopting(
      handler.adapted { transform, values in try whenFulfilled(mapping: values) { try transform($0) } }, site)
  }
}

/// Returns a promise of the values of all promises that `transform` creates. If it throws, the promises that it has
/// created lose this consumer, and are canceled unless they have another one.
@_alwaysEmitIntoClient
package func whenFulfilled<Values: Sequence, U: Thenable>(
  mapping values: Values, _ transform: (Values.Element) throws -> U
) throws -> Promise<[U.Value]> {
  var created: [U] = []
  do {
    for value in values { created.append(try transform(value)) }
  } catch {
    // The combined promise registers as a consumer and departs immediately, which cancels the promises that have no
    // other consumer.
    let combined = when(fulfilled: created)
    combined.markObserved()
    combined.any.cancel()
    throw error
  }
  return when(fulfilled: created)
}
