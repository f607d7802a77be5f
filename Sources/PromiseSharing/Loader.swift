/// The function of a user that loads the value of a key.
///
/// It has the context of the code that wrote it and nothing of that of the caller for which it happens to run: it runs on
/// its actor, or on the default queue of that code, or in a task without task-local values. It is released on its actor.
struct Loader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A function that returns a promise.
  private struct Body<Source: Sendable>: Sendable {
    let call: @Sendable (Key) throws -> Source
  }

  /// Starts a load and returns its promise.
  let start: @Sendable (Key, CreationSite) -> Promise<Value>

  /// Creates a loader from a function that returns a promise.
  init<Source: Thenable<Value>>(_ handler: Handler<Key, Source, any Error>) {
    let executor = handler.executor
    let body = SharedHandler(Body { try handler($0) }, on: executor)
    start = { key, site in
      Promise.value(key).typed.deriveAdopting(Handler(executor: executor) { try body.handler.call($0) }, site)
    }
  }

  /// Creates a loader from an `async` function.
  init(_ handler: AsyncHandler<Key, Value, any Error>) {
    start = { key, site in Promise(by: handler, with: key, isLast: false, site) }
  }
}
