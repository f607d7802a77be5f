public import Dispatch

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// The first element of the value; none: ``PromiseError/emptySequence``. From PromiseKit.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Write `compactMap { $0.first }`, which rejects with `PromiseError.compactMap` if there is no element."
  )
  @_alwaysEmitIntoClient
  public var firstValue: Promise<Value.Element> {
    pick { $0.first }
  }

  /// The last element of the value; none: ``PromiseError/emptySequence``. From PromiseKit.
  ///
  /// - Complexity: O(*n*), or O(1) if the collection is bidirectional.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Write `compactMap { $0.last }`, or `$0.suffix(1).first`, which rejects with `PromiseError.compactMap` if there is no element."
  )
  @_alwaysEmitIntoClient
  public var lastValue: Promise<Value.Element> {
    pick { $0.suffix(1).first }
  }

  /// Properties are not told where they are asked for; the place of the promise is the next best for a report.
  @_alwaysEmitIntoClient
  func pick(_ element: @escaping @Sendable (Value) -> Value.Element?) -> Promise<Value.Element> {
    let promise = _promise
    let handler = Handler<Value, Value.Element, any Error>(on: nil, flags: nil) { values in
      guard let element = element(values) else { throw PromiseError.emptySequence }
      return element
    }
    return promise.deriveMapped(handler, promise.site)
  }
}

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// The first element that `isWanted` wants. From PromiseKit.
  ///
  /// - Parameters:
  ///   - isWanted: Called with each element, in order, until it returns `true`; runs where it was written. If it never
  ///     does, the new promise is rejected with ``PromiseError/emptySequence``; if it throws, with that error.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Write `compactMap { $0.first(where: isWanted) }`, which rejects with `PromiseError.compactMap` if no element matches."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func firstValue(
    @_inheritActorContext(always) where isWanted: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(isWanted), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Write `compactMap { $0.first(where: isWanted) }`, which rejects with `PromiseError.compactMap` if no element matches."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func firstValue(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    where isWanted: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value.Element> { firstElement(Handler(on: queue, flags: flags, isWanted), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func firstElement(_ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite) -> Promise<
    Value.Element
  > {
    _promise.deriveMapped(
      handler.adapted { isWanted, values in
        guard let first = try values.first(where: { try isWanted($0) }) else { throw PromiseError.emptySequence }
        return first
      }, site)
  }
}
