/// A value that many callers share and that is loaded when one of them needs it, such as an access token.
///
/// ```swift
/// let token = SharedPromise(expiry: .after { token in token.expiresIn }) { refreshToken() }
///
/// func send(_ request: Request) async throws -> Response {
///   let used = try await token.get()
///   let response = try await http(request, used)
///   guard response.status == 401 else { return response }
///   token.invalidate { $0 == used }
///   return try await http(request, token.get())
/// }
/// ```
///
/// The first caller starts a load. Callers that ask while it is running join it, and callers that ask later receive its
/// value, until the value expires or is invalidated. A failure is not kept: the next caller starts another load. In the
/// example, the token that has failed is removed, and a newer one is not.
///
/// Each caller has a promise of its own. Canceling it does not affect the other callers. The cancellation of the last
/// promise that waits for a load cancels the load, and so does the cancellation of the last task that waits in ``get(isolation:file:line:)``.
///
/// The shared promise retains `load`. If it is a property of an object, `load` should capture what it needs, and not that
/// object, which would never be released: `SharedPromise { [server] in server.refresh() }`.
///
/// Releasing the shared promise does not cancel a running load. All methods and properties may be used from any thread.
/// A load must not wait for a value of the same shared promise, because it would wait for itself.
public final class SharedPromise<Value: Sendable>: Sendable {
  /// The key of the only value.
  private enum Key: Sendable {
    case only
  }

  private let work: SharedWork<Key, Value>

  /// Creates a shared promise, from a function that returns a promise.
  ///
  /// - Parameters:
  ///   - expiry: When a value expires. By default, it does not.
  ///   - load: Starts a load. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///     none, and never inside the call for which it runs. An error that it throws is the outcome of the load.
  public init<Source: Thenable<Value>>(
    expiry: PromiseExpiry<Value> = .never,
    @_inheritActorContext(always) load: @escaping @isolated(any) @Sendable () throws -> Source,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let handler = Handler<Void, Source, any Error>(load).adapted { (call, _: Key) in try call(()) }
    work = SharedWork(countLimit: .max, expiry, CreationSite(file, line), Loader(handler))
  }

  /// Creates a shared promise, from an `async` function.
  ///
  /// - Parameters:
  ///   - expiry: When a value expires. By default, it does not.
  ///   - load: Loads the value, in a task with the isolation and the priority of the code that creates the shared promise,
  ///     and without task-local values, because the load does not belong to the caller that started it. The task is
  ///     canceled when no caller waits for it any longer.
  @_disfavoredOverload
  public init(
    expiry: PromiseExpiry<Value> = .never,
    @_inheritActorContext(always) load: @escaping @isolated(any) @Sendable () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    work = SharedWork(countLimit: .max, expiry, CreationSite(file, line), Loader(AsyncHandler(ignoringInput: load)))
  }

  /// Returns a promise of the value. Starts a load if there is no value and no running load.
  ///
  /// - Returns: A promise of the current value, or of the outcome of a load. Each call returns another promise.
  public func promise(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    work.promise(for: .only, CreationSite(file, line))
  }

  /// Waits for the value. Starts a load if there is no value and no running load.
  ///
  /// When the waiting task is canceled, this call throws `CancellationError` immediately. The load is canceled unless
  /// another caller waits for it.
  ///
  /// - Parameter isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its
  ///   default.
  /// - Returns: The current value, or the value of a load.
  /// - Throws: The error of the load, or `CancellationError` if the waiting task is canceled.
  public func get(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await work.promise(for: .only, CreationSite(file, line)).get(cancellation: .forward, isolation: isolation)
  }

  /// The current value, or `nil` if there is none or if it has expired. Reading it starts no load.
  public var value: Value? { work.value(for: .only) }

  /// Stores a value, such as the token that a login has returned.
  ///
  /// Callers that wait for a running load receive the outcome of that load, which is not kept.
  ///
  /// - Parameter value: The value, which expires as if it had been loaded now. If it has expired already, none is kept.
  public func store(_ value: Value) { work.store(value, for: .only) }

  /// Removes the value, so that the next caller starts a load.
  ///
  /// Callers that wait for a running load receive the outcome of that load, which is not kept.
  public func invalidate() { work.invalidate(.only) }

  /// Removes the value if a condition holds for it, for example if it is the one with which a request has failed.
  ///
  /// A value that arrives while the condition is being evaluated stays, and so does a running load.
  ///
  /// - Parameter condition: Returns whether to remove a value. It is called at most once, during this call, and not if
  ///   there is no value.
  /// - Throws: The error that `condition` throws.
  public func invalidate(if condition: (Value) throws -> Bool) rethrows { try work.invalidate(.only, if: condition) }
}
