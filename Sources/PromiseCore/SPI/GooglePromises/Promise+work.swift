public import Dispatch

// Work that is done later, in its place: `Promise { value }` and its like. (Work that is done at once, and hands out
// its resolver, is `Promise { resolver in … }`.)
extension Promise {
  // MARK: Returning a value

  /// Makes a promise of work that returns a value. From google/promises.
  ///
  /// - Parameters:
  ///   - work: Called once, after this initialiser has returned, where it was written; not at all if the promise is
  ///     cancelled before. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) _ work: @escaping @isolated(any) @Sendable () throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(value: Handler(work).throwingReturnedErrors(), CreationSite(file, line)) }

  /// Makes a promise of work, on a queue, that returns a value. From google/promises.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?, _ work: @escaping @Sendable () throws -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(value: Handler(on: queue, flags: [], work).throwingReturnedErrors(), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  convenience init(value handler: Handler<Void, Value, any Error>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    start(at: handler.executor) { promise, trampoline in promise.settle(in: trampoline) { try handler(()) } }
  }

  // MARK: Returning a promise

  /// Makes a promise of work that returns another one. From google/promises.
  ///
  /// Behaves like the form that returns a value. Write the type, `Promise<Int> { … }`, unless it is known from the context.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) _ work: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(promise: Handler(work), CreationSite(file, line)) }

  /// Makes a promise of work, on a queue, that returns another one. From google/promises.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?, _ work: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(promise: Handler(on: queue, flags: [], work), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  convenience init(promise handler: Handler<Void, Promise<Value>, any Error>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    start(at: handler.executor) { promise, trampoline in promise.adopt(in: trampoline) { try handler(()) } }
  }

  // MARK: Calling back

  /// Makes a promise of work that calls back. From google/promises.
  ///
  /// - Parameters:
  ///   - work: Called once, after this initialiser has returned, where it was written. The first call of either
  ///     function counts. If it throws, the promise is rejected with that error; if both functions are released
  ///     uncalled, with ``PromiseError/abandoned(file:line:)``.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always)
    _ work:
      @escaping @isolated(any) @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    let executor = HandlerExecutor(isolation: work.isolation)
    self.init(callingBack: withoutIsolation(work), at: executor, CreationSite(file, line))
  }

  /// Makes a promise of work, on a queue, that calls back. From google/promises.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `queue.async(.promise) { … }`, `Promise { try await … }` or `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(callingBack: work, at: HandlerExecutor(on: queue, flags: []), CreationSite(file, line)) }

  @usableFromInline
  typealias CallsBack =
    @Sendable (@escaping @Sendable (Value) -> Void, @escaping @Sendable (any Error) -> Void) throws -> Void

  @_alwaysEmitIntoClient
  convenience init(callingBack work: @escaping CallsBack, at executor: HandlerExecutor, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    start(at: executor) { promise, _ in
      let resolver = Resolver(promise)
      do {
        try work({ resolver.resolve(.ofGoogle($0)) }, { resolver.reject($0) })
      } catch {
        resolver.reject(error)
      }
    }
  }

  /// Runs `job` on an executor as code of this promise's context, unless the promise has been canceled before.
  @_alwaysEmitIntoClient
  func start(at executor: HandlerExecutor, _ job: @escaping @Sendable (Promise, Trampoline) -> Void) {
    executor.schedule(in: context) {
      guard self.isPending else { return }
      let trampoline = Trampoline.enter()
      job(self, trampoline)
      trampoline.leave()
    }
  }
}
