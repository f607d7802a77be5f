import PromiseCore

/// A promise of another library, which implements only the requirements of `Thenable`.
package final class ForeignPromise<Value: Sendable>: Thenable {
  package typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  private let state: Lock<(result: Result<Value, any Error>?, handlers: [Handler])>

  package init(_ result: Result<Value, any Error>? = nil) { state = Lock((result, [])) }

  package var result: Result<Value, any Error>? { state.withLock { $0.result } }

  package func pipe(to handler: @escaping Handler) {
    let result = state.withLock { state in
      if state.result == nil { state.handlers.append(handler) }
      return state.result
    }
    if let result { handler(result) }
  }

  /// Settles the promise. Must be called at most once.
  package func settle(_ result: Result<Value, any Error>) {
    let handlers = state.withLock { state in
      state.result = result
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler(result) }
  }
}
