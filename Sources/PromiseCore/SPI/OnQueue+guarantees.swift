public import Dispatch

// The forms with `on:` as code in the Swift 5 language mode needs them: what Swift 6 finds in their handlers is a warning.
// Behind an import of old code they are preferred to those of the main surface, which are the same but for that; the last
// parameter tells them apart.

extension Guarantee {
  /// The form of `done` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<Void> { doneValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `ensure` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `ensureThen` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<Value> { runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `get` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<Value> { derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `map` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<U> { deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// The form of `then` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Guarantee<U> { deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
