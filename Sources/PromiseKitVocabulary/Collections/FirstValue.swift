public import Dispatch
public import PromiseCore

extension Promise where Value: Collection, Value.Element: Sendable {
  /// A promise of the first element of the value.
  ///
  /// If the collection is empty, the promise is rejected with `PromiseError.emptySequence`.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first }`. If there is no element, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @_alwaysEmitIntoClient
  public var firstValue: Promise<Value.Element> {
    pick { $0.first }
  }

  /// A promise of the last element of the value.
  ///
  /// If the collection is empty, the promise is rejected with `PromiseError.emptySequence`.
  ///
  /// - Complexity: O(*n*), or O(1) if the collection provides random access.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.last }`, or `$0.suffix(1).first` if the collection is not bidirectional. If there is no element, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @_alwaysEmitIntoClient
  public var lastValue: Promise<Value.Element> {
    pick { $0.suffix(1).first }
  }

  /// Returns a promise of one element. A property does not know its call site, so reports name the creation site of
  /// this promise.
  @_alwaysEmitIntoClient
  func pick(_ element: @escaping @Sendable (Value) -> Value.Element?) -> Promise<Value.Element> {
    let handler = Handler<Value, Value.Element, any Error>(on: nil, flags: nil) { values in
      guard let element = element(values) else { throw PromiseError.emptySequence }
      return element
    }
    return typed.deriveMapped(handler, site)
  }
}

extension Guarantee where Value: Collection, Value.Element: Sendable {
  /// A promise of the first element of the value.
  ///
  /// If the collection is empty, the promise is rejected with `PromiseError.emptySequence`.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first }`. If there is no element, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @_alwaysEmitIntoClient
  public var firstValue: Promise<Value.Element> {
    pick { $0.first }
  }

  /// A promise of the last element of the value.
  ///
  /// If the collection is empty, the promise is rejected with `PromiseError.emptySequence`.
  ///
  /// - Complexity: O(*n*), or O(1) if the collection provides random access.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.last }`, or `$0.suffix(1).first` if the collection is not bidirectional. If there is no element, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @_alwaysEmitIntoClient
  public var lastValue: Promise<Value.Element> {
    pick { $0.suffix(1).first }
  }

  /// Returns a promise of one element. A property does not know its call site, so reports name the creation site of
  /// this guarantee.
  @_alwaysEmitIntoClient
  func pick(_ element: @escaping @Sendable (Value) -> Value.Element?) -> Promise<Value.Element> {
    let handler = Handler<Value, Value.Element, any Error>(on: nil, flags: nil) { values in
      guard let element = element(values) else { throw PromiseError.emptySequence }
      return element
    }
    return typed.deriveMapped(handler, site)
  }
}

extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the first element of the value that satisfies a predicate.
  ///
  /// - Parameter isWanted: Returns whether an element matches. It is called with each element, in order, until it
  ///   returns `true`. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  ///   If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the first matching element. It is rejected with `PromiseError.emptySequence` if no element
  ///   matches.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first(where: isWanted) }`. If no element matches, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func firstValue(
    @_inheritActorContext(always) where isWanted: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(isWanted), CreationSite(file, line)) }

  /// Returns a promise of the first element of the value that satisfies a predicate, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `isWanted` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `isWanted` runs, as in Dispatch.
  ///   - isWanted: Returns whether an element matches. It is called with each element, in order, until it returns
  ///     `true`; it runs on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the first matching element. It is rejected with `PromiseError.emptySequence` if no element
  ///   matches.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first(where: isWanted) }`. If no element matches, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func firstValue(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    where isWanted: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(on: queue, flags: flags, isWanted), CreationSite(file, line)) }

  /// Returns a promise of the first element for which a handler returns `true`.
  @_alwaysEmitIntoClient
  func firstElement(_ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite) -> Promise<
    Value.Element
  > {
    typed.deriveMapped(
      handler.adapted { isWanted, values in
        guard let first = try values.first(where: { try isWanted($0) }) else { throw PromiseError.emptySequence }
        return first
      }, site)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the first element of the value that satisfies a predicate.
  ///
  /// - Parameter isWanted: Returns whether an element matches. It is called with each element, in order, until it
  ///   returns `true`. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  ///   If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the first matching element. It is rejected with `PromiseError.emptySequence` if no element
  ///   matches.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first(where: isWanted) }`. If no element matches, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func firstValue(
    @_inheritActorContext(always) where isWanted: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(isWanted), CreationSite(file, line)) }

  /// Returns a promise of the first element of the value that satisfies a predicate, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `isWanted` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `isWanted` runs, as in Dispatch.
  ///   - isWanted: Returns whether an element matches. It is called with each element, in order, until it returns
  ///     `true`; it runs on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the first matching element. It is rejected with `PromiseError.emptySequence` if no element
  ///   matches.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `compactMap { $0.first(where: isWanted) }`. If no element matches, the promise is then rejected with `PromiseError.compactMap`, not with `PromiseError.emptySequence`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func firstValue(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    where isWanted: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(on: queue, flags: flags, isWanted), CreationSite(file, line)) }

  /// Returns a promise of the first element for which a handler returns `true`.
  @_alwaysEmitIntoClient
  func firstElement(_ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite) -> Promise<
    Value.Element
  > {
    typed.deriveMapped(
      handler.adapted { isWanted, values in
        guard let first = try values.first(where: { try isWanted($0) }) else { throw PromiseError.emptySequence }
        return first
      }, site)
  }
}
