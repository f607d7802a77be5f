public import Dispatch
public import PromiseCore

// Work that runs later, on an executor: `Promise { value }` and similar forms. (`Promise { resolver in … }` runs its
// closure immediately.) A trailing closure needs no label. With a label, the compiler does not consider these forms for
// `Promise(value)`.
extension Promise {
  // MARK: Returning a value

  /// Creates a promise of the value that a closure returns.
  ///
  /// If the promise is canceled before the closure runs, the closure is not called. If the closure returns an error
  /// instead of throwing it, the promise is rejected with that error.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) work: @escaping @isolated(any) @Sendable () throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(value: Handler(work).throwingReturnedErrors(), CreationSite(file, line)) }

  /// Creates a promise of the value returned by a closure that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `work` runs, or `nil` to run it immediately, before this initializer returns.
  ///   - work: Called once, on `queue`. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?, _ work: @escaping @Sendable () throws -> Value, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(value: Handler(on: queue, flags: [], work).throwingReturnedErrors(), CreationSite(file, line))
  }

  /// Creates a promise of the value that a handler returns on its executor.
  @_alwaysEmitIntoClient
  convenience init(value handler: Handler<Void, Value, any Error>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    start(at: handler.executor) { promise, trampoline in promise.typed.settle(in: trampoline) { try handler(()) } }
  }

  // MARK: Returning a promise

  /// Creates a promise that adopts the promise that a closure returns.
  ///
  /// Write the type, as in `Promise<Int> { … }`, unless the context determines it.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) work: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(promise: Handler(work), CreationSite(file, line)) }

  /// Creates a promise that adopts the promise returned by a closure that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `work` runs, or `nil` to run it immediately, before this initializer returns.
  ///   - work: Called once, on `queue`. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?, _ work: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(promise: Handler(on: queue, flags: [], work), CreationSite(file, line)) }

  /// Creates a promise that adopts the promise that a handler returns on its executor.
  @_alwaysEmitIntoClient
  convenience init(promise handler: Handler<Void, Promise<Value>, any Error>, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    start(at: handler.executor) { promise, trampoline in promise.typed.adopt(in: trampoline) { try handler(()) } }
  }

  // MARK: Returning never

  // A closure that only throws could return a value or a promise. The compiler prefers these forms, because fewer
  // arguments are left to their defaults: they have no parameters for the creation site.

  /// Creates a promise that is rejected with the error that a function throws, which runs later.
  ///
  /// - Parameter work: Called once, unless this promise is canceled before. It runs on the actor of the surrounding code,
  ///   or on `DispatchQueue.promises` if there is none.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `Promise(error: error)`, or `queue.async(.promise) { … }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) work: @escaping @isolated(any) @Sendable () throws -> Never
  ) { self.init(throwing: Handler(work)) }

  /// Creates a promise that is rejected with the error that a function throws, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `work` runs, or `nil` to run it before this initializer returns.
  ///   - work: Called once, on `queue`, unless this promise is canceled before.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `Promise(error: error)`, or `queue.async(.promise) { … }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    on queue: DispatchQueue?, _ work: @escaping @Sendable () throws -> Never
  ) { self.init(throwing: Handler(on: queue, flags: [], work)) }

  /// Creates a promise that is rejected with the error that `handler` throws.
  @_alwaysEmitIntoClient
  convenience init(throwing handler: Handler<Void, Never, any Error>) {
    self.init(value: handler.adapted { call, input in try call(input) }, CreationSite("?", 0))
  }

  // MARK: Calling back

  /// Creates a promise that is settled by one of two functions that a closure receives.
  ///
  /// Only the first call to either function has an effect. If both functions are released without being called, the
  /// promise is rejected with `PromiseError.abandoned(file:line:)`.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always)
    work:
      @escaping @isolated(any) @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, file: StaticString = #fileID, line: UInt = #line
  ) {
    let executor = HandlerExecutor(isolation: work.isolation)
    self.init(callingBack: withoutIsolation(work), at: executor, CreationSite(file, line))
  }

  /// Creates a promise that is settled by one of two functions passed to a closure that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `work` runs, or `nil` to run it immediately, before this initializer returns.
  ///   - work: Called once, on `queue`. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
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

  /// A closure that receives a function that fulfills the promise and a function that rejects it.
  @usableFromInline
  typealias CallbackWork =
    @Sendable (@escaping @Sendable (Value) -> Void, @escaping @Sendable (any Error) -> Void) throws -> Void

  /// Creates a promise that is settled by the functions that `work` receives on the executor.
  @_alwaysEmitIntoClient
  convenience init(callingBack work: @escaping CallbackWork, at executor: HandlerExecutor, _ site: CreationSite) {
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

  /// Runs `job` on an executor, in the context of this promise, unless the promise is settled or canceled before.
  @_alwaysEmitIntoClient
  func start(at executor: HandlerExecutor, _ job: @escaping @Sendable (Promise, Trampoline) -> Void) {
    executor.schedule(for: any) {
      guard self.isPending else { return }
      let trampoline = Trampoline.enter()
      job(self, trampoline)
      trampoline.leave()
    }
  }
}
