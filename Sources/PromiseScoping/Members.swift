extension Promise {
  /// Adds the promise to a scope, which cancels it when the scope is canceled or released.
  ///
  /// ```swift
  /// fetchUser().done { show($0) }.catch { show($0) }.store(in: scope)
  /// ```
  ///
  /// The promise leaves the scope when it settles. If the scope has been canceled, the promise is canceled immediately.
  ///
  /// - Parameter scope: The scope.
  /// - Returns: The promise itself.
  @discardableResult
  public func store(in scope: PromiseScope) -> Self {
    scope.members.enter(any)
    return self
  }
}

extension Guarantee {
  /// Adds the guarantee to a scope, which cancels it when the scope is canceled or released.
  ///
  /// A guarantee cannot be rejected: it stays a member of the scope until its producer fulfills it. If the scope has been
  /// canceled, the cancellation of the guarantee is requested immediately.
  ///
  /// - Parameter scope: The scope.
  /// - Returns: The guarantee itself.
  @discardableResult
  public func store(in scope: PromiseScope) -> Self {
    scope.members.enter(any)
    return self
  }
}

extension AnyPromise {
  /// Adds the promise or guarantee to a scope, which cancels it when the scope is canceled or released.
  ///
  /// - Parameter scope: The scope.
  public func store(in scope: PromiseScope) { scope.members.enter(self) }
}

extension Task {
  /// Adds the task to a scope, which cancels it when the scope is canceled or released.
  ///
  /// The task leaves the scope when it has ended. If the scope has been canceled, the task is canceled immediately.
  ///
  /// - Parameter scope: The scope.
  public func store(in scope: PromiseScope) { scope.members.enter(self) }
}
