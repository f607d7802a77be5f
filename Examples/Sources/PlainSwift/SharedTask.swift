/// A value that many callers share and that is loaded when one of them needs it, such as an access token.
///
/// ```swift
/// let token = SharedTask { try await signIn() }
/// let used = try await token.get()
/// await token.invalidate { $0 == used }  // if a request with it has failed
/// ```
///
/// Callers that ask while a load is running join it. A failure is not kept: the next caller starts another load.
///
/// Cancellation does not reach the load, because it belongs to no caller. A canceled caller waits until the load ends.
public actor SharedTask<Value: Sendable> {
  private enum State {
    case empty
    case loading(Task<Value, any Error>)
    case loaded(Value)
  }

  private let load: @Sendable () async throws -> Value
  private var state = State.empty

  /// Creates a shared value from the function that loads it.
  public init(load: @escaping @Sendable () async throws -> Value) { self.load = load }

  /// Returns the value. Starts a load if there is no value and no running load.
  public func get() async throws -> Value {
    switch state {
    case .loaded(let value):
      return value
    case .loading(let task):
      return try await task.value
    case .empty:
      let task = Task { [load] in try await load() }
      state = .loading(task)
      let outcome = await task.result
      // After an invalidation, the state belongs to another load.
      if case .loading(task) = state {
        state = if case .success(let value) = outcome { .loaded(value) } else { .empty }
      }
      return try outcome.get()
    }
  }

  /// Removes the value, so that the next caller starts a load. The outcome of a running load is not kept.
  public func invalidate() { state = .empty }

  /// Removes the value if a condition holds for it, for example if it is the one with which a request has failed.
  public func invalidate(if condition: @Sendable (Value) -> Bool) {
    if case .loaded(let value) = state, condition(value) { state = .empty }
  }
}
