public import Dispatch

extension Thenable where Failure == any Error {
  /// Handles one error. From PromiseKit 7.
  ///
  /// As the form that handles one type of error.
  ///
  /// - Parameters:
  ///   - only: Which error.
  ///   - body: Called with the error; runs where it was written.
  @_spi(PromiseKit)
  @available(*, deprecated, message: "Write `catch(only: TheType.self)`, and compare the error in the handler.")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error & Equatable>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { catchOnly(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Handles one error on a queue. From PromiseKit 7.
  @_spi(PromiseKit)
  @available(*, deprecated, message: "Write `catch(only: TheType.self)`, and compare the error in the handler.")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error & Equatable>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (E) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }
}
