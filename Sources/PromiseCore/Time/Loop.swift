/// A sequence of steps, each of which is a promise. `reduce`, `retry` and `until` use it.
///
/// The loop begins each step on one executor, and evaluates its outcome on the same executor or on another one. A step
/// never begins within the call of the previous one, so the stack does not grow with the number of steps. The loop
/// retains nothing of a completed step, so memory does not grow either.
final class Loop<Step: Sendable, Value: Sendable>: Sendable {
  /// What happens after a step.
  enum Next {
    /// The loop ends with this outcome.
    case finish(Result<Value, any Error>)
    /// The loop begins another step after a delay.
    case again(after: Delay)
  }

  /// Returns the executor on which an outcome is evaluated.
  typealias EvaluationExecutor = @Sendable (Result<Step, any Error>) -> HandlerExecutor

  /// The promise that the loop waits for.
  private struct Current: Sendable {
    /// The number of waits so far, including the current one.
    var number = 0
    /// The target to notify when the loop is canceled, and the observer with which the loop waits.
    var wait: (target: CancellationTarget, observer: Observer)?
  }

  /// The promise of the outcome with which the loop finishes.
  private let promise: Promise<Value>
  /// The wait for the current step or delay, shared with the thread that cancels the loop.
  private let current = Lock(Current())
  private let executor: HandlerExecutor
  private let evaluationExecutor: EvaluationExecutor?
  private let begin: @Sendable (Promise<Value>) throws -> Promise<Step>
  private let evaluate: @Sendable (Promise<Value>, Result<Step, any Error>) throws -> Next

  private init(
    promise: Promise<Value>, executor: HandlerExecutor, evaluationExecutor: EvaluationExecutor?,
    begin: @escaping @Sendable (Promise<Value>) throws -> Promise<Step>,
    evaluate: @escaping @Sendable (Promise<Value>, Result<Step, any Error>) throws -> Next
  ) {
    self.promise = promise
    self.executor = executor
    self.evaluationExecutor = evaluationExecutor
    self.begin = begin
    self.evaluate = evaluate
    promise.addTarget(.producer(self))
  }

  /// Starts a loop.
  ///
  /// - Parameters:
  ///   - executor: The executor on which `begin` is called.
  ///   - evaluationExecutor: Returns the executor on which `evaluate` is called; `nil` means `executor`.
  ///   - site: The creation site of the promise.
  ///   - context: The context of the promise.
  ///   - begin: Returns the promise of the next step. It receives the promise of the loop. An error that it throws counts
  ///     as the outcome of the step.
  ///   - evaluate: Returns what happens after a step. It receives the promise of the loop and the outcome of the step. An
  ///     error that it throws ends the loop.
  /// - Returns: A promise of the outcome with which the loop finishes.
  static func start(
    on executor: HandlerExecutor, evaluatingOn evaluationExecutor: EvaluationExecutor? = nil, _ site: CreationSite,
    in context: PromiseContext?, begin: @escaping @Sendable (Promise<Value>) throws -> Promise<Step>,
    evaluate: @escaping @Sendable (Promise<Value>, Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: context)
    let loop = Loop(
      promise: promise, executor: executor, evaluationExecutor: evaluationExecutor, begin: begin, evaluate: evaluate)
    executor.schedule(for: promise.any) {
      let trampoline = Trampoline.enter()
      loop.step(in: trampoline)
      trampoline.leave()
    }
    return promise
  }

  /// Starts a loop that evaluates the outcome of `first` before it begins a step.
  static func start(
    after first: AnyPromise, on executor: HandlerExecutor, _ site: CreationSite,
    begin: @escaping @Sendable (Promise<Value>) throws -> Promise<Step>,
    evaluate: @escaping @Sendable (Promise<Value>, Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: first.contextOfDerived)
    let loop = Loop(promise: promise, executor: executor, evaluationExecutor: nil, begin: begin, evaluate: evaluate)
    let trampoline = Trampoline.enter()
    loop.wait(for: first, in: trampoline)
    trampoline.leave()
    return promise
  }

  /// Begins a step. It is called on the executor.
  private func step(in trampoline: Trampoline) {
    guard promise.isPending else { return }
    do {
      wait(for: try begin(promise).any, in: trampoline)
    } catch {
      // This behaves like a rejected promise: jobs that are next on the queue run before the next step.
      // equivalent none: The loop observes this promise, so that nothing is reported to its context.
      let failed = Promise<Step>(settled: .failure(error), site: promise.site, context: promise.context)
      wait(for: failed.any, in: trampoline)
    }
  }

  /// Waits for a step, and evaluates its outcome.
  private func wait(for step: AnyPromise, in trampoline: Trampoline) {
    if step == promise.any {
      promise.settle(.failure(PromiseError.returnedSelf), in: trampoline)
      return
    }
    let observer = ClosureObserver(consumer: promise.any) { [self] source, event, trampoline in
      guard promise.isPending else {
        // The loop has just been canceled and does not need this error.
        // race drop: Its departure, which marks the error as well, may not have been recorded yet.
        source.markObserved()
        return nil
      }
      guard let result = TypedPromise<Step, any Error>(source).outcome else {
        promise.any.abandon(with: source, in: trampoline)
        return nil
      }
      let evaluationExecutor = self.evaluationExecutor?(result) ?? executor
      guard event == .run else {
        source.markObserved()
        return evaluationExecutor
      }
      if advance(after: result, on: evaluationExecutor, isHandled: source.isHandled, in: trampoline) {
        self.step(in: trampoline)
      }
      return nil
    }
    wait(for: step, observer, in: trampoline)
    if promise.any.tracksProgress { PromiseProgress.renew(promise.any, in: trampoline) }
  }

  /// Evaluates an outcome, on `evaluationExecutor`. Returns whether the next step begins immediately.
  private func advance(
    after outcome: Result<Step, any Error>, on evaluationExecutor: HandlerExecutor, isHandled: Bool,
    in trampoline: Trampoline
  ) -> Bool {
    let next: Next
    do {
      next = try evaluate(promise, outcome)
    } catch {
      next = .finish(.failure(error))
    }
    switch next {
    case .finish(let outcome):
      promise.settle(outcome, isHandled: isHandled, in: trampoline)
      return false
    case .again(let delay) where delay.isNone && evaluationExecutor.isSame(as: executor):
      return true
    case .again(let delay):
      let pause =
        delay.isNone
        ? Guarantee(settled: .success(()), site: promise.site, context: promise.context)
        : timer(delay, promise.site, in: promise.context)
      let observer = ClosureObserver(consumer: promise.any) { [self] _, event, trampoline in
        guard event == .run else { return executor }
        step(in: trampoline)
        return nil
      }
      wait(for: pause.any, observer, in: trampoline)
      return false
    }
  }

  // MARK: - Cancellation

  /// Attaches `observer`, then records `awaited` as the cancellation target. The order matters: a consumer must
  /// register before it can deregister.
  ///
  /// By the time `awaited` is recorded, another thread may have begun the next step and recorded another promise.
  private func wait(for awaited: AnyPromise, _ observer: ClosureObserver, in trampoline: Trampoline) {
    let number = current.withLock { current in
      current.number += 1
      return current.number
    }
    awaited.attach(.object(observer), in: trampoline)
    let last = current.withLock { current -> (CancellationTarget, Observer)? in
      guard current.number == number else { return nil }
      defer { current.wait = (awaited.asTarget, .object(observer)) }
      return current.wait
    }
    withExtendedLifetime(last) {}  // released outside of the lock
    if promise.isCancelRequested { cancel(in: trampoline) }
  }

  /// Cancels the promise that the loop waits for, unless that promise has another consumer.
  func cancel(in trampoline: Trampoline) {
    if let wait = current.withLock({ $0.wait.take() }) {
      trampoline.addCancellation(of: wait.target, observer: wait.observer)
    }
  }
}

extension Loop: AwaitingProducer {
  func addSources(to sources: inout ProgressSources, of progress: PromiseProgress, in trampoline: Trampoline) {
    if let target = current.withLock({ $0.wait?.target }) { sources.add(target) }
  }
}
