/// Steps one after another, each of them a promise: what `reduce`, `retry` and `until` are.
///
/// Each step is begun, and its outcome judged, on the executor. A step that settles at once is not called from within
/// the one before, so the stack does not grow with the number of steps; nothing is kept of a step that is over, so
/// memory does not either.
final class Loop<Step: Sendable, Value: Sendable>: Sendable {
  /// What comes after a step.
  enum Next {
    case finish(Result<Value, any Error>)
    case again(after: Delay)
  }

  /// Whom to tell when the loop is cancelled: who it waits for, and which step that is.
  private struct Current: Sendable {
    var step = 0
    var upstream: Upstream?
  }

  private let whole: Promise<Value>
  private let current = Lock(Current())
  private let executor: Executor
  private let begin: @Sendable () throws -> Promise<Step>
  private let judge: @Sendable (Result<Step, any Error>) throws -> Next

  private init(
    whole: Promise<Value>, executor: Executor, begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) {
    self.whole = whole
    self.executor = executor
    self.begin = begin
    self.judge = judge
    whole.link(.relay { [weak self] run in self?.cancel(in: &run) })
  }

  /// Starts a loop.
  ///
  /// - Parameters:
  ///   - executor: Where `begin` and `judge` are called.
  ///   - begin: Makes the promise of the next step.
  ///   - judge: Says what comes after a step.
  static func start(
    at executor: Executor, _ origin: Origin, in scope: Scope?, begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let whole = Promise<Value>(origin: origin, scope: scope)
    let loop = Loop(whole: whole, executor: executor, begin: begin, judge: judge)
    Run.start(
      {
        var run = Run()
        loop.step(in: &run)
        run.finish()
      }, at: executor, in: scope)
    return whole
  }

  /// The first outcome is that of `promise`; then as above.
  static func start(
    after promise: PromiseEngine<Step, some Error>, at executor: Executor, _ origin: Origin,
    begin: @escaping @Sendable () throws -> Promise<Step>,
    judge: @escaping @Sendable (Result<Step, any Error>) throws -> Next
  ) -> Promise<Value> {
    let whole = Promise<Value>(origin: origin, scope: promise.scopeOfDerived)
    let loop = Loop(whole: whole, executor: executor, begin: begin, judge: judge)
    var run = Run()
    loop.wait(for: promise, in: &run)
    run.finish()
    return whole
  }

  /// Begins a step. Takes place on the executor.
  private func step(in run: inout Run) {
    guard whole.isPending else { return }
    do {
      wait(for: try begin(), in: &run)
    } catch {
      // Like a promise that is rejected: what is next on the queue has its turn before the next step.
      let failed = Promise<Step>(settled: .failure(error), origin: whole.origin, scope: whole.scope)
      wait(for: failed, in: &run)
    }
  }

  /// Waits for a step, and judges it.
  private func wait<Failure: Error>(for promise: PromiseEngine<Step, Failure>, in run: inout Run) {
    if promise as AnyPromiseEngine === whole {
      whole.settle(.failure(PromiseError.returnedSelf), in: &run)
      return
    }
    let observer = Observer(consumer: whole) { [self] source, moment, run in
      guard whole.isPending else {
        // It was cancelled a moment ago, and whoever cancelled it has no use for this error. He may be about to say so,
        // but to a loop that is gone by then.
        source.markObserved()
        return nil
      }
      guard let outcome = unsafeDowncast(source, to: PromiseEngine<Step, Failure>.self).outcome else {
        whole.abandon(in: &run)
        return nil
      }
      guard moment == .running else {
        source.markObserved()
        return executor
      }
      let widened = PromiseEngine<Step, Failure>.widen(outcome)
      if goesOn(after: widened, isHandled: source.isHandled, in: &run) { step(in: &run) }
      return nil
    }
    wait(for: promise, observer, in: &run)
  }

  /// Whether the next step begins right now.
  private func goesOn(after outcome: Result<Step, any Error>, isHandled: Bool, in run: inout Run) -> Bool {
    let next: Next
    do {
      next = try judge(outcome)
    } catch {
      next = .finish(.failure(error))
    }
    switch next {
    case .finish(let outcome):
      whole.settle(outcome, isHandled: isHandled, in: &run)
      return false
    case .again(let delay) where delay.isNone:
      return true
    case .again(let delay):
      let clock = timer(delay, whole.origin, in: whole.scope)
      let observer = Observer(consumer: whole) { [self] _, moment, run in
        guard moment == .running else { return executor }
        step(in: &run)
        return nil
      }
      wait(for: clock, observer, in: &run)
      return false
    }
  }

  // MARK: Cancelling

  /// Attaches to somebody, and then remembers him for cancellation: nobody can leave who has not come.
  ///
  /// By then the loop may be on to the next step, on another thread, which remembers another.
  private func wait(for engine: AnyPromiseEngine, _ observer: Observer, in run: inout Run) {
    let step = current.withLock { current in
      current.step += 1
      return current.step
    }
    engine.attach(observer, in: &run)
    let old = current.withLock { current -> Upstream? in
      guard current.step == step else { return nil }
      defer { current.upstream = engine.asUpstream }
      return current.upstream
    }
    withExtendedLifetime(old) {}  // let go of outside the lock
    if whole.isCancelRequested { cancel(in: &run) }
  }

  private func cancel(in run: inout Run) {
    if let upstream = current.withLock({ $0.upstream.take() }) { run.tell(upstream) }
  }
}
