/// The members of a scope. Tasks and observers refer to them, and not to the scope, so that the scope can be released.
final class ScopeMembers: Sendable {
  private enum Member: Sendable {
    /// A promise, which is canceled together with its work.
    case promise(WeakPromise)
    /// A task that no promise of this library started.
    case task(cancel: @Sendable () -> Void)
    /// A canceled task that has not ended.
    case canceled
  }

  private let state = Lock(PromiseScopeStateMachine<Member, Guarantee<Void>>())
  /// Where the scope was created.
  private let site: CreationSite
  /// What the failure of a member does, or `nil` if the scope leaves the errors to others.
  private let failurePolicy: FailurePolicy?

  init(_ site: CreationSite, failures: FailurePolicy?) {
    self.site = site
    failurePolicy = failures
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }
  var count: Int { state.withLock { $0.count } }
  var failures: [any Error] { state.withLock { $0.failures } }
  /// Whether the cancellation of the task that waits for the members has canceled a member.
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  // MARK: - Entering and leaving

  /// Enters the task of a new promise. Returns its number, or `nil` if the scope is closed.
  func enter(taskOf promise: AnyPromise) -> Int? {
    let member = Member.promise(WeakPromise(promise))
    return state.withLock { $0.enterUnlessClosed(member) }
  }

  /// Settles the promise of a task that has ended, which leaves.
  func taskEnded<Value>(_ number: Int, _ promise: Promise<Value>, _ outcome: Result<Value, any Error>) {
    // The error is recorded first, so that it precedes the errors that it causes.
    let isFailure = promise.isPending && recordFailure(of: outcome)
    promise.settle(outcome)
    if isFailure {
      promise.any.markObserved()
      actOnFailure()
    } else if noteFailure(of: promise.any) {
      noteRepetition(by: promise.any)
    }
    leave(number)
  }

  /// Enters a promise, which leaves when it has settled, or when it is released while it is pending.
  func enter(_ promise: AnyPromise) {
    let (number, isCanceled) = state.withLock { $0.enter(.promise(WeakPromise(promise))) }
    let membership = Membership { [self] in leave(number) }
    let observer = ClosureObserver(consumer: nil) { [self] source, event, _ in
      withExtendedLifetime(membership) {
        // A repetition is found by the descriptions of errors, which are code of the user and must not run within the
        // delivery.
        if event == .arrived { return noteFailure(of: source) ? .inline : nil }
        noteRepetition(by: source)
        return nil
      }
    }
    promise.attach(aside: .object(observer))
    if isCanceled { cancel([(number, .promise(WeakPromise(promise)))]) }
  }

  /// Enters a task, which leaves when it has ended.
  func enter<Success, Failure>(_ task: Task<Success, Failure>) {
    let member = Member.task { task.cancel() }
    let (number, isCanceled) = state.withLock { $0.enter(member) }
    if isCanceled { cancel([(number, member)]) }
    // Waiting must not raise the priority of a task that runs in the background.
    startWatchingTask(priority: .low) { [self] in
      record(await task.result)
      leave(number)
    }
  }

  private func leave(_ number: Int) {
    let (member, waiters) = state.withLock { $0.leave(number) }
    withExtendedLifetime(member) { for waiter in waiters { waiter.settle(.success(())) } }
  }

  // MARK: - Cancellation

  /// Cancels all members, and those that will enter.
  ///
  /// - Parameter interrupting: Whether the task that waits for the members is canceled.
  func close(interrupting: Bool = false) { cancel(state.withLock { $0.close(interrupting: interrupting) }) }

  /// Cancels all members.
  func cancelAll() { cancel(state.withLock { $0.cancelAll() }) }

  private func cancel(_ members: [(number: Int, member: Member)]) {
    let items = members.compactMap { number, member -> (number: Int, item: Trampoline.Cancelable)? in
      switch member {
      case .promise(let reference): reference.promise.map { (number, .promise($0)) }
      case .task(let cancel): (number, .task(cancel))
      case .canceled: nil
      }
    }
    if items.isEmpty { return }
    let numbers = items.map(\.number)
    // No member has ended until its tasks have been found.
    let entries = state.withLock { state in numbers.map { state.enter(.canceled, ofOwner: $0).number } }
    Trampoline.cancel(items.map(\.item)) { [self] tasks in
      for (number, tasks) in zip(numbers, tasks) { for task in tasks { waitForEnd(of: task, ofOwner: number) } }
      for entry in entries { leave(entry) }
    }
  }

  /// Keeps a canceled task of a member until it has ended.
  private func waitForEnd(of task: Task<Void, Never>, ofOwner owner: Int) {
    let number = state.withLock { $0.enter(.canceled, ofOwner: owner).number }
    startWatchingTask(priority: Task.currentPriority) { [self] in
      await task.value
      leave(number)
    }
  }

  // MARK: - The end

  /// Waits until the scope is idle. If the task is canceled, throws `CancellationError` immediately.
  func waitUntilIdle(isolation: isolated (any Actor)?) async throws {
    while let (number, end) = beginWait() {
      do { try await Promise(end).get(isolation: isolation) } catch {
        let waiter = state.withLock { $0.cancelWait(number) }
        waiter?.settle(.success(()))
        throw error
      }
    }
  }

  /// Ends the scope when it is idle, and waits until then, even if the task is canceled.
  func endWhenIdle(isolation: isolated (any Actor)?) async {
    while !endIfIdle() { if let (_, end) = beginWait() { await end.get(isolation: isolation) } }
  }

  /// Returns a guarantee that is fulfilled when the scope has become idle, and its number, or `nil` if the scope is idle.
  private func beginWait() -> (Int, Guarantee<Void>)? {
    let end = Guarantee<Void>(site: site, context: .ofNewPromise())
    return state.withLock { $0.wait(end) }.map { ($0, end) }
  }

  /// Ends the scope if it is idle. Returns whether it is.
  private func endIfIdle() -> Bool { state.withLock { $0.endIfIdle() } }

  // MARK: - Failures

  /// Records the error of an outcome that the scope has to throw.
  ///
  /// - Returns: Whether the scope will throw the error. It has to be passed to ``actOnFailure()`` then.
  func recordFailure(of outcome: Result<some Any, some Error>) -> Bool {
    guard let failurePolicy, case .failure(let error) = outcome, !error.isCancelled else { return false }
    return state.withLock { $0.fail(with: error, onlyIfFirst: failurePolicy == .cancelOthers) }
  }

  /// Records the error of an outcome that no promise has. If the scope will not throw the error, reports it.
  func record(_ outcome: Result<some Any, some Error>) {
    if recordFailure(of: outcome) { return actOnFailure() }
    guard failurePolicy != nil, case .failure(let error) = outcome, !isRepetition(error) else { return }
    // A rejected promise that is released is reported, unless the error represents cancellation.
    _ = Promise<Void>(settled: .failure(error), site: site, context: .ofNewPromise())
  }

  /// Whether an error that the scope will not throw appears to be the one that it will throw, which a member or the body
  /// has received from another member and passed on. It is not reported.
  private func isRepetition(_ error: any Error) -> Bool {
    let (hasEnded, failures) = state.withLock { ($0.hasEnded, $0.failures) }
    guard !hasEnded, let first = failures.first else { return false }
    return type(of: first) == type(of: error) && "\(first)" == "\(error)"
  }

  /// Cancels the other members after a failure, if the policy of the scope says so.
  private func actOnFailure() { if failurePolicy == .cancelOthers { close() } }

  /// Records the error of a promise that was rejected, unless a handler has handled it.
  ///
  /// - Returns: Whether the scope will not throw the error, so that ``noteRepetition(by:)`` has to be called.
  private func noteFailure(of promise: AnyPromise) -> Bool {
    guard let error = promise.rejectionError else { return false }
    // Abandonment is marked as handled because it has been reported.
    let isAbandonment = if case PromiseError.abandoned = error { true } else { false }
    if promise.isHandled, !isAbandonment { return false }
    guard recordFailure(of: Result<Void, any Error>.failure(error)) else { return failurePolicy != nil }
    promise.markObserved()
    actOnFailure()
    return false
  }

  /// Marks the error of a promise as handled if it appears to be the one that the scope will throw. Runs user code.
  private func noteRepetition(by promise: AnyPromise) {
    if let error = promise.rejectionError, isRepetition(error) { promise.markObserved() }
  }
}

/// Calls a function when it is released.
private final class Membership: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
