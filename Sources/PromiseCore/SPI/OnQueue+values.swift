public import Dispatch

// The forms with `on:` as code in the Swift 5 language mode needs them: what Swift 6 finds in their handlers is a warning.
// Behind an import of old code they are preferred to those of the main surface, which are the same but for that; the last
// parameter tells them apart.

extension Thenable {
  /// The form of `compactMap` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<U> { compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// The form of `done` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Void> { _promise.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `get` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `map` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<U> { _promise.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// The form of `reduce` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }

  /// The form of `then` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<U.Value> { _promise.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `validate` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { validateValue(Handler(on: queue, flags: flags, predicate), CreationSite(file, line)) }
}

extension Thenable where Value: Sequence {
  /// The form of `thenMap` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<[U.Value]> { thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }
}
