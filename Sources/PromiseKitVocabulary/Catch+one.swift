public import Dispatch
public import PromiseCore

extension Promise {
  /// Handles an error that equals `only`, as PromiseKit 7 does.
  ///
  /// Other errors are passed on. An error that `body` has handled is not reported as unhandled.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - body: Called with the error. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if
  ///     there is none.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Use `catch(only:)` with the type of the error, and compare the error in the handler."
  )
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error & Equatable>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.catchOnly(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Handles an error that equals `only`, on a queue.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Use `catch(only:)` with the type of the error, and compare the error in the handler."
  )
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error & Equatable>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (E) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }
}

/// Returns a function that returns an error if it equals `only`, and `nil` otherwise. Errors that compare as equal may
/// carry different details, so the function returns the error that it was called with.
@_alwaysEmitIntoClient
func errors<E: Error & Equatable>(equalTo only: E) -> @Sendable (any Error) -> E? {
  { error in (error as? E).flatMap { $0 == only ? $0 : nil } }
}
