/// Values that many callers share, by key, and that are loaded when one of them needs them, such as images.
///
/// ```swift
/// let users = PromiseCache(countLimit: 500, expiry: .after(seconds: 300)) { (id: Int) in fetchUser(id) }
///
/// users.promise(for: 7).done { user in nameLabel.text = user.name }.cauterize()
/// let user = try await users.get(for: 7)
/// ```
///
/// Each key behaves as a ``SharedPromise`` does: callers that ask while a load is running join it, a value is kept until
/// it expires or is invalidated, a failure is not kept, and the cancellation of the last caller that waits for a load
/// cancels the load.
///
/// A cache with a limit removes the value that has not been used for the longest time. A cache without one keeps each
/// value until it expires or is invalidated. Expired values are released when they are asked for, or when the number of
/// values has doubled.
///
/// Releasing the cache does not cancel running loads. All methods and properties may be used from any thread. A load must
/// not wait for the value of the same key, because it would wait for itself. The functions `==`, `hash(into:)` and the
/// `deinit` of a key must not use the cache.
public final class PromiseCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let work: SharedWork<Key, Value>

  /// Creates an empty cache, from a function that returns a promise.
  ///
  /// - Parameters:
  ///   - countLimit: The maximum number of values that are kept. With zero or a negative number, no value is kept: only
  ///     callers that ask while a load is running share its outcome.
  ///   - expiry: When a value expires. By default, it does not.
  ///   - load: Starts the load of a key. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if
  ///     there is none, and never inside the call for which it runs. An error that it throws is the outcome of the load.
  public init<Source: Thenable<Value>>(
    countLimit: Int = .max, expiry: PromiseExpiry<Value> = .never,
    @_inheritActorContext(always) load: @escaping @isolated(any) @Sendable (Key) throws -> Source,
    file: StaticString = #fileID, line: UInt = #line
  ) { work = SharedWork(countLimit: countLimit, expiry, CreationSite(file, line), Loader(Handler(load))) }

  /// Creates an empty cache, from an `async` function.
  ///
  /// - Parameters:
  ///   - countLimit: The maximum number of values that are kept. With zero or a negative number, no value is kept: only
  ///     callers that ask while a load is running share its outcome.
  ///   - expiry: When a value expires. By default, it does not.
  ///   - load: Loads the value of a key, in a task with the isolation and the priority of the code that creates the cache,
  ///     and without task-local values, because the load does not belong to the caller that started it. The task is
  ///     canceled when no caller waits for it any longer.
  @_disfavoredOverload
  public init(
    countLimit: Int = .max, expiry: PromiseExpiry<Value> = .never,
    @_inheritActorContext(always) load: @escaping @isolated(any) @Sendable (Key) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) { work = SharedWork(countLimit: countLimit, expiry, CreationSite(file, line), Loader(AsyncHandler(load))) }

  /// Returns a promise of the value of a key. Starts a load if there is no value and no running load.
  ///
  /// - Parameter key: The key.
  /// - Returns: A promise of the current value, or of the outcome of a load. Each call returns another promise.
  /// - Complexity: O(1), amortized.
  public func promise(for key: Key, file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    work.promise(for: key, CreationSite(file, line))
  }

  /// Waits for the value of a key. Starts a load if there is no value and no running load.
  ///
  /// When the waiting task is canceled, this call throws `CancellationError` immediately. The load is canceled unless
  /// another caller waits for it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The current value, or the value of a load.
  /// - Throws: The error of the load, or `CancellationError` if the waiting task is canceled.
  public func get(
    for key: Key, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await work.promise(for: key, CreationSite(file, line)).get(cancellation: .forward, isolation: isolation)
  }

  /// Returns the current value of a key, and starts no load.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if there is none or if it has expired.
  public func value(for key: Key) -> Value? { work.value(for: key) }

  /// Stores a value.
  ///
  /// Callers that wait for a running load of the key receive the outcome of that load, which is not kept.
  ///
  /// - Parameters:
  ///   - value: The value, which expires as if it had been loaded now. If it has expired already, none is kept.
  ///   - key: The key.
  /// - Complexity: O(1), amortized.
  public func store(_ value: Value, for key: Key) { work.store(value, for: key) }

  /// Removes the value of a key, so that the next caller starts a load.
  ///
  /// Callers that wait for a running load of the key receive the outcome of that load, which is not kept.
  ///
  /// - Parameter key: The key.
  public func invalidate(_ key: Key) { work.invalidate(key) }

  /// Removes the value of a key if a condition holds for it, for example if it is the one with which a request has failed.
  ///
  /// A value that arrives while the condition is being evaluated stays, and so does a running load.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - condition: Returns whether to remove a value. It is called at most once, during this call, and not if there is no
  ///     value.
  /// - Throws: The error that `condition` throws.
  public func invalidate(_ key: Key, if condition: (Value) throws -> Bool) rethrows {
    try work.invalidate(key, if: condition)
  }

  /// Removes all values.
  ///
  /// Callers that wait for running loads receive the outcomes of those loads, which are not kept.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public func invalidateAll() { work.invalidateAll() }

  /// The number of values that are kept, including those that have expired and have not been released yet.
  public var count: Int { work.count }
}
