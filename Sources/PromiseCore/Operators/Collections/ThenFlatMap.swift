public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into a promise of several others, and puts them into one array. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected, and the promises made so far are cancelled.
  @preconcurrency
  public func thenFlatMap<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(transform), Origin(file, line))
  }

  /// The same on a queue. From PromiseKit.
  @preconcurrency
  public func thenFlatMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(on: queue, flags: flags, transform), Origin(file, line))
  }

  private func thenFlatMapElements<U: Thenable>(
    _ handler: Handler<Value.Element, U>, _ origin: Origin
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    engine.thenPromise(
      handler.adapted { transform, values in try whenFulfilled(mapping: values, transform) }, origin
    ).mapValue(Handler(on: nil, flags: nil) { (lists: [U.Value]) in lists.flatMap { $0 } }, origin)
  }
}

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into a guarantee of several others, and puts them into one array. From PromiseKit.
  @preconcurrency
  public func thenFlatMap<U>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> Guarantee<U>
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenFlatMapElements(SafeHandler(transform), Origin(file, line))
  }

  /// The same on a queue. From PromiseKit.
  @preconcurrency
  public func thenFlatMap<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value.Element) -> Guarantee<U>
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenFlatMapElements(SafeHandler(on: queue, flags: flags, transform), Origin(file, line))
  }

  private func thenFlatMapElements<U>(
    _ handler: SafeHandler<Value.Element, Guarantee<U>>, _ origin: Origin
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenGuarantee(handler.adapted { transform, values in when(guarantees: values.map(transform)) }, origin)
      .mapValue(SafeHandler(on: nil, flags: nil) { (lists: [U]) in lists.flatMap { $0 } }, origin)
  }
}
