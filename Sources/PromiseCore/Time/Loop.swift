/// A sequence of steps, each of which is a promise. `reduce`, `retry` and `until` use it.
///
/// The loop begins each step on one executor, and evaluates its outcome on the same executor or on another one. A step
/// never begins within the call of the previous one, so the stack does not grow with the number of steps. The loop
/// retains nothing of a completed step, so memory does not grow either.
///
/// It does not know the types of the values. Generic, it was 13 KB larger.
final class Loop: Sendable {
  /// Begins a step of the loop with the given promise, and returns the promise of the step. An error that it throws
  /// counts as the outcome of the step.
  typealias Begin = @Sendable (_ promise: AnyPromise) throws -> AnyPromise

  /// Evaluates the outcome of a step of the loop with the given promise. Returns the delay before another step, or `nil`
  /// if the promise has been settled. An error that it throws ends the loop.
  typealias Evaluate = @Sendable (_ promise: AnyPromise, _ step: AnyPromise, Trampoline) throws -> TimerInterval?

  /// Returns the executor on which the outcome of a step is evaluated.
  typealias EvaluationExecutor = @Sendable (_ step: AnyPromise) -> HandlerExecutor

  /// The promise that the loop waits for.
  private struct Current: Sendable {
    /// The number of waits so far, including the current one.
    var number = 0
    /// The target to notify when the loop is canceled, and the observer with which the loop waits.
    var wait: (target: CancellationTarget, observer: Observer)?
  }

  /// The promise of the outcome with which the loop finishes.
  private let promise: AnyPromise
  /// The wait for the current step or delay, shared with the thread that cancels the loop.
  private let current = Lock(Current())
  private let executor: HandlerExecutor
  private let evaluationExecutor: EvaluationExecutor?
  private let begin: Begin
  private let evaluate: Evaluate

  /// Creates a loop, which does nothing yet.
  ///
  /// - Parameters:
  ///   - promise: The promise that the loop settles.
  ///   - executor: The executor on which `begin` is called.
  ///   - evaluationExecutor: Returns the executor on which `evaluate` is called; `nil` means `executor`.
  ///   - begin: Begins a step.
  ///   - evaluate: Evaluates the outcome of a step.
  init(
    _ promise: AnyPromise, on executor: HandlerExecutor, evaluatingOn evaluationExecutor: EvaluationExecutor? = nil,
    begin: @escaping Begin, evaluate: @escaping Evaluate
  ) {
    self.promise = promise
    self.executor = executor
    self.evaluationExecutor = evaluationExecutor
    self.begin = begin
    self.evaluate = evaluate
    promise.addTarget(.producer(self))
  }

  /// Begins the first step, on the executor.
  func start() {
    executor.schedule(for: promise) { [self] in
      let trampoline = Trampoline.enter()
      step(in: trampoline)
      trampoline.leave()
    }
  }

  /// Evaluates the outcome of `first` before the loop begins a step.
  func start(after first: AnyPromise) {
    let trampoline = Trampoline.enter()
    wait(for: first, in: trampoline)
    trampoline.leave()
  }

  /// Begins a step. It is called on the executor.
  private func step(in trampoline: Trampoline) {
    guard promise.isPending else { return }
    do {
      wait(for: try begin(promise), in: trampoline)
    } catch {
      // This behaves like a rejected promise: jobs that are next on the queue run before the next step.
      // equivalent none: The loop observes this promise, so that nothing is reported to its context.
      let failed = Promise<Never>(settled: .failure(error), site: promise.site, context: promise.context)
      wait(for: failed.any, in: trampoline)
    }
  }

  /// Waits for a step, and evaluates its outcome.
  private func wait(for step: AnyPromise, in trampoline: Trampoline) {
    if step == promise {
      promise.reject(with: PromiseError.returnedSelf, in: trampoline)
      return
    }
    let observer = ClosureObserver(consumer: promise) { [self] step, event, trampoline in
      guard promise.isPending else {
        // The loop has just been canceled and does not need this error.
        // race drop: Its departure, which marks the error as well, may not have been recorded yet.
        step.markObserved()
        return nil
      }
      guard step.isFulfilled || step.isRejected else {
        if step.neverSettles {
          promise.abandon(with: step, in: trampoline)
        } else {
          promise.reject(with: step.errorWithoutOutcome, isHandled: true, in: trampoline)
        }
        return nil
      }
      let evaluationExecutor = self.evaluationExecutor?(step) ?? executor
      guard event == .run else {
        step.markObserved()
        return evaluationExecutor
      }
      do {
        if let delay = try evaluate(promise, step, trampoline) {
          wait(delay, after: evaluationExecutor, in: trampoline)
        }
      } catch {
        promise.reject(with: error, isHandled: step.isHandled, in: trampoline)
      }
      return nil
    }
    wait(for: step, observer, in: trampoline)
    if promise.tracksProgress { PromiseProgress.renew(promise, in: trampoline) }
  }

  /// Begins another step after a delay: now if there is none, and `last`, the executor of this thread, is that of the
  /// loop.
  private func wait(_ delay: TimerInterval, after last: HandlerExecutor, in trampoline: Trampoline) {
    if delay.isNone, last.isSame(as: executor) { return step(in: trampoline) }
    let pause =
      delay.isNone
      ? Guarantee(settled: .success(()), site: promise.site, context: promise.context)
      : timer(delay, promise.site, in: promise.context)
    let observer = ClosureObserver(consumer: promise) { [self] _, event, trampoline in
      guard event == .run else { return executor }
      step(in: trampoline)
      return nil
    }
    wait(for: pause.any, observer, in: trampoline)
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

extension TypedPromise {
  /// Settles the promise of a loop with the outcome of its last step.
  func finishLoop(with step: AnyPromise, in trampoline: Trampoline) -> TimerInterval? {
    settle(Self(step).knownOutcome, isHandled: step.isHandled, in: trampoline)
    return nil
  }
}
