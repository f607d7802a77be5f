/// Steps one after another, each of them a promise: what `reduce`, `retry` and `until` are.
///
/// The loop begins each step on one executor, and judges its outcome on the same or on another one. A step that settles
/// at once is not called from within the one before, so the stack does not grow with the number of steps. The loop keeps
/// nothing of a step that is over, so memory does not grow either.
final class Loop<Step: Sendable, Value: Sendable>: Sendable {
  /// What comes after a step.
  enum Next {
    case finish(Result<Value, any Error>)
    case again(after: Delay)
  }

  /// Returns where an outcome is judged.
  typealias JudgeExecutor = @Sendable (Result<Step, any Error>) -> HandlerExecutor

  /// What the loop waits for.
  private struct Current: Sendable {
    /// The number of waits so far.
    var number = 0
    /// What is told when the loop is canceled, and the observer with which the loop waits.
    var wait: (target: CancellationTarget, observer: _PromiseObserver)?
  }

  private let promise: Promise<Value>
  private let current = Lock(Current())
  private let executor: HandlerExecutor
  private let judgeExecutor: JudgeExecutor?
  private let begin: @Sendable () throws -> Promise<Step>
  private let judge: @Sendable (Result<Step, any Error>) throws -> Next

  private init(
    promise: Promise<Value>, executor: HandlerExecutor, judgeExecutor: JudgeExecutor?,
    begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) {
    self.promise = promise
    self.executor = executor
    self.judgeExecutor = judgeExecutor
    self.begin = begin
    self.judge = judge
    promise.addTarget(.relay { [weak self] trampoline in self?.cancel(in: trampoline) })
  }

  /// Starts a loop.
  ///
  /// - Parameters:
  ///   - executor: Where `begin` is called.
  ///   - judgeExecutor: Returns where `judge` is called; `nil` means on `executor`.
  ///   - site: Where the promise is created.
  ///   - context: The context of the promise.
  ///   - begin: Returns the promise of the next step.
  ///   - judge: Returns what comes after a step.
  static func start(
    on executor: HandlerExecutor, judgingOn judgeExecutor: JudgeExecutor? = nil, _ site: CreationSite,
    in context: PromiseContext?, begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: context)
    let loop = Loop(promise: promise, executor: executor, judgeExecutor: judgeExecutor, begin: begin, judge: judge)
    executor.schedule(in: context) {
      let trampoline = Trampoline.enter()
      loop.step(in: trampoline)
      trampoline.leave()
    }
    return promise
  }

  /// Starts a loop whose first outcome is that of `first`.
  static func start(
    after first: _TypedPromise<Step, some Error>, on executor: HandlerExecutor, _ site: CreationSite,
    begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: first.contextOfDerived)
    let loop = Loop(promise: promise, executor: executor, judgeExecutor: nil, begin: begin, judge: judge)
    let trampoline = Trampoline.enter()
    loop.wait(for: first, in: trampoline)
    trampoline.leave()
    return promise
  }

  /// Begins a step. Called on the executor.
  private func step(in trampoline: Trampoline) {
    guard promise.isPending else { return }
    do {
      wait(for: try begin(), in: trampoline)
    } catch {
      // Like a promise that is rejected: what is next on the queue runs before the next step.
      let failed = Promise<Step>(settled: .failure(error), site: promise.site, context: promise.context)
      wait(for: failed, in: trampoline)
    }
  }

  /// Waits for a step, and judges it.
  private func wait<Failure: Error>(for step: _TypedPromise<Step, Failure>, in trampoline: Trampoline) {
    if step as AnyPromise === promise {
      promise.settle(.failure(PromiseError.returnedSelf), in: trampoline)
      return
    }
    let observer = ClosureObserver(consumer: promise) { [self] source, event, trampoline in
      guard promise.isPending else {
        // The loop was canceled a moment ago, and has no use for this error. The departure may not have been told yet.
        source.markObserved()
        return nil
      }
      guard let outcome = unsafeDowncast(source, to: _TypedPromise<Step, Failure>.self).outcome else {
        promise.abandon(with: source, in: trampoline)
        return nil
      }
      let result = outcome.mapError(widen)
      let judgeExecutor = self.judgeExecutor?(result) ?? executor
      guard event == .run else {
        source.markObserved()
        return judgeExecutor
      }
      if advance(after: result, on: judgeExecutor, isHandled: source.isHandled, in: trampoline) {
        self.step(in: trampoline)
      }
      return nil
    }
    wait(for: step, observer, in: trampoline)
  }

  /// Judges an outcome, on `judgeExecutor`. Returns whether the next step begins right now.
  private func advance(
    after outcome: Result<Step, any Error>, on judgeExecutor: HandlerExecutor, isHandled: Bool,
    in trampoline: Trampoline
  ) -> Bool {
    let next: Next
    do {
      next = try judge(outcome)
    } catch {
      next = .finish(.failure(error))
    }
    switch next {
    case .finish(let outcome):
      promise.settle(outcome, isHandled: isHandled, in: trampoline)
      return false
    case .again(let delay) where delay.isNone && judgeExecutor.isSame(as: executor):
      return true
    case .again(let delay):
      let pause =
        delay.isNone
        ? Guarantee(settled: .success(()), site: promise.site, context: promise.context)
        : timer(delay, promise.site, in: promise.context)
      let observer = ClosureObserver(consumer: promise) { [self] _, event, trampoline in
        guard event == .run else { return executor }
        step(in: trampoline)
        return nil
      }
      wait(for: pause, observer, in: trampoline)
      return false
    }
  }

  // MARK: - Cancellation

  /// Attaches `observer`, then remembers `awaited` for cancellation. The order matters: a consumer must register before it
  /// can depart.
  ///
  /// By then the loop may be on to the next step, on another thread, which remembers another promise.
  private func wait(for awaited: AnyPromise, _ observer: ClosureObserver, in trampoline: Trampoline) {
    let number = current.withLock { current in
      current.number += 1
      return current.number
    }
    awaited.attach(observer, in: trampoline)
    let last = current.withLock { current -> (CancellationTarget, _PromiseObserver)? in
      guard current.number == number else { return nil }
      defer { current.wait = (awaited.asTarget, observer) }
      return current.wait
    }
    withExtendedLifetime(last) {}  // released outside of the lock
    if promise.isCancelRequested { cancel(in: trampoline) }
  }

  private func cancel(in trampoline: Trampoline) {
    if let wait = current.withLock({ $0.wait.take() }) {
      trampoline.addCancellation(of: wait.target, observer: wait.observer)
    }
  }
}
