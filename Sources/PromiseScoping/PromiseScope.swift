/// Promises and tasks that are canceled together, when their owner no longer needs them.
///
/// ```swift
/// @MainActor final class ProfileModel {
///   private let scope = PromiseScope()
///   private(set) var user: User?
///
///   func reload() {
///     fetchUser().done { [weak self] user in self?.user = user }.catch { error in show(error) }.store(in: scope)
///     scope.addTask { await recordVisit() }
///   }
/// }
/// ```
///
/// When the last reference to the scope is released, and when ``cancel()`` is called, all of its members are canceled. A
/// member leaves the scope by itself when it ends, so a scope may live as long as the program.
///
/// **A member ends** when its promise has settled and the tasks that the scope has canceled with it have ended, including
/// the tasks of promises upstream. The task of ``addTask(name:priority:operation:file:line:)`` is a member until it has
/// returned, even if its promise was canceled before. The scope cannot know when work ends that a resolver settles, or
/// that a canceled task leaves running, such as the elements of `concurrentMap`. It does not wait for a handler that another
/// thread is starting or, if it is synchronous, running while its promise is canceled.
///
/// The scope does not retain a promise, and it is not one of its consumers: canceling the scope cancels the promise as
/// `promise.cancel()` does, even if it has other consumers.
///
/// Store a scope in a property of its owner. A local variable may be released after its last use, which cancels the
/// members; in a function, use ``withPromiseScope(failures:isolation:_:file:line:)``.
///
/// The handlers and tasks of members must not retain the owner of the scope if their owner's end is to cancel them:
/// capture `self` weakly there, or call ``cancel()``. All methods and properties may be used from any thread.
///
/// ``waitForAll(isolation:)`` waits until everything has ended.
public final class PromiseScope: Sendable {
  let members: ScopeMembers

  /// Creates a scope without members.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    members = ScopeMembers(CreationSite(file, line), failures: nil)
  }

  /// Creates the scope of a function.
  init(_ members: ScopeMembers) { self.members = members }

  deinit { members.close() }

  /// Whether the scope has been canceled, or its function has ended. What is added to it now is canceled immediately.
  public var isCancelled: Bool { members.isClosed }

  /// The number of members that have not ended. A canceled member has ended when its tasks have.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public var unfinishedCount: Int { members.count }

  /// Starts a task that is a member of the scope.
  ///
  /// If the scope has been canceled, `operation` is not called.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The work of the task. It inherits priority, task-local values and isolation from the code that calls
  ///     this method, as in `Task { … }`. Unlike there, a use of `self` must be explicit: if `self` owns the scope, the
  ///     task would keep both alive. Capture what the task needs: `{ [client] in … }`.
  /// - Returns: A promise of the value that `operation` returns or the error that it throws. Canceling it rejects it
  ///   immediately and cancels the task.
  @discardableResult
  public func addTask<Value: Sendable>(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext operation: sending @escaping @isolated(any) () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    // `sending` transfers the closure to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    let promise = Promise<Value>(site: CreationSite(file, line), context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    if let member = members.enter(taskOf: promise.any) {
      DefaultCancellationPolicy.inScope {
        promise.any.work(on: operation.isolation, name: name, priority: priority, in: trampoline) { [members] actor in
          // A call in this closure would keep the compiler from going to the actor of `operation` directly.
          members.taskEnded(member, promise, await Result(isolation: actor, catching: operation))
        }
      }
    } else {
      promise.settle(.failure(CancellationError()))
    }
    trampoline.leave()
    return promise
  }

  /// Cancels all members. What is added from now on is canceled immediately.
  ///
  /// The promises are rejected before this method returns, unless it is called while the outcome of another promise is
  /// being delivered on this thread. The work may take longer: see ``waitForAll(isolation:)``.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  @Sendable public func cancel() { members.close() }

  /// Cancels all members. The scope remains usable.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  @Sendable public func cancelAll() { members.cancelAll() }

  /// Waits until all members have ended, those that were canceled included.
  ///
  /// ```swift
  /// scope.cancel()  // rejects both promises at once and cancels their tasks
  /// try await scope.waitForAll()  // returns when the tasks have ended
  /// ```
  ///
  /// Members that are added in the meantime are waited for as well.
  ///
  /// - Parameter isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its
  ///   default.
  /// - Throws: `CancellationError` if the waiting task is canceled. The members continue. Their errors are not thrown.
  public func waitForAll(isolation: isolated (any Actor)? = #isolation) async throws {
    try await members.waitUntilIdle(isolation: isolation)
  }
}
