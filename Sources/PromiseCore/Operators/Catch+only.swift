public import Dispatch

extension Thenable where Failure == any Error {
  /// Handles errors of one type. From PromiseKit 7.
  ///
  /// ```swift
  /// fetch(url).catch(only: HTTPError.self) { print($0.status) }.catch { print("something else:", $0) }
  /// ```
  ///
  /// The promise that comes back settles as this one does; but an error that `body` has seen is dealt with: every
  /// `catch` that follows leaves it out, and it is not reported as unhandled.
  ///
  /// - Parameters:
  ///   - only: Which type.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, since the type says
  ///     which errors are meant; `catch` without a type skips cancellation.
  ///   - body: Called with the error; runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { catchOnly(Handler(body), CreationSite(file, line), errors(of: only, policy)) }

  /// Handles errors of one type on a queue. From PromiseKit 7.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  @_alwaysEmitIntoClient
  func catchOnly<E: Error>(
    _ handler: Handler<E, Void, Never>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: match(CancellationError()) != nil, handlesError: true,
      catches: true,
      wants: { outcome in
        if case .failure(let error) = outcome { match(error) != nil } else { false }
      },
      body: { outcome in
        if case .failure(let error) = outcome, let match = match(error) { handler(match) }
      })
  }
}

/// Takes the errors of one type, as far as the policy accepts them.
@_alwaysEmitIntoClient
package func errors<E: Error>(of type: E.Type, _ policy: CatchPolicy) -> @Sendable (any Error) -> E? {
  { policy.accepts($0) ? $0 as? E : nil }
}

/// Takes the errors that equal this one: they may know more than it does.
@_alwaysEmitIntoClient
package func errors<E: Error & Equatable>(equalTo only: E) -> @Sendable (any Error) -> E? {
  { error in (error as? E).flatMap { $0 == only ? $0 : nil } }
}
