import Synchronization

/// What `Promise` and `Guarantee` are made of: an outcome that is there once, for ever, and those who wait for it.
///
/// You do not use this class directly; `Promise` and `Guarantee` are its two faces.
public class PromiseEngine<Value: Sendable, Failure: Error>: AnyPromiseEngine, @unchecked Sendable {
  // Guarded by the state machine: written once, by the one whose `settle` the state machine accepted, before the
  // flag `settled` is published; read only by those who have seen that flag.
  private var storage: Result<Value, Failure>?

  /// A pending one.
  package init(origin: Origin, scope: Scope?) {
    storage = nil
    super.init(origin: origin, scope: scope)
  }

  /// A settled one.
  package init(settled outcome: Result<Value, Failure>, origin: Origin, scope: Scope?) {
    storage = outcome
    super.init(origin: origin, scope: scope, flags: Flag.settled)
  }

  deinit {
    if let orphans = state.withLock({ $0.takeOrphans() }) {
      // It goes unsettled, which only an ownerless promise can. Those who wait for it are served by
      // a stand-in: it is cancelled, as nobody can say that it failed.
      let heir = PromiseEngine(origin: origin, scope: scope)
      var run = Run()
      orphans.forEach { heir.attach($0, in: &run) }
      if Failure.self == Never.self { heir.abandon(in: &run) } else { heir.cancel(in: &run) }
      run.finish()
    }
    if case .failure(let error)? = storage, flags.load(ordering: .relaxed) & (Flag.observed | Flag.handled) == 0,
      !error.isCancelled
    {
      PromiseDiagnostics.report(.unhandledRejection(error, file: origin.file, line: origin.line), in: scope)
    }
  }

  /// The outcome, if it is there. Lock-free.
  package final var outcome: Result<Value, Failure>? { isSettled ? storage : nil }

  /// Whether there is a value. A lock-free snapshot.
  public final var isFulfilled: Bool {
    if case .success? = outcome { true } else { false }
  }

  /// Whether there is an error. A lock-free snapshot.
  public final var isRejected: Bool {
    if case .failure? = outcome { true } else { false }
  }

  /// The outcome, which the caller knows to be there.
  package final var knownOutcome: Result<Value, Failure> {
    guard let outcome else { preconditionFailure("a handler runs only when there is an outcome") }
    return outcome
  }

  /// Settles the promise, unless it is settled. Returns whether this call did it.
  ///
  /// - Parameters:
  ///   - outcome: What has become of it.
  ///   - isHandled: A handler has seen the error, upstream of here.
  ///   - cancelsUpstream: Those who work for this promise are told that their work is not wanted any more.
  ///   - run: The run in which observers are served.
  @discardableResult
  package final func settle(
    _ outcome: Result<Value, Failure>, isHandled: Bool = false, cancelsUpstream: Bool = false, in run: inout Run
  ) -> Bool {
    let (upstreams, flagsBefore) = state.withLock { state -> (Few<Upstream>?, UInt8) in
      guard let upstreams = state.settle(cancelled: cancelsUpstream) else { return (nil, 0) }
      storage = outcome
      let flag = Flag.settled | (isHandled ? Flag.handled : 0)
      return (upstreams, flags.bitwiseOr(flag, ordering: .acquiringAndReleasing).oldValue)
    }
    guard let upstreams else { return false }
    if flagsBefore & Flag.metered != 0 { PromiseProgress.end(self, isFulfilled: !isFailed) }
    run.deliver(self)
    if cancelsUpstream { run.tell(upstreams) } else { upstreams.forEach { $0.letGo() } }
    return true
  }

  /// Settles the promise, unless it is settled, and serves its observers.
  @discardableResult
  package final func settle(_ outcome: Result<Value, Failure>, isHandled: Bool = false) -> Bool {
    var run = Run()
    let isFirst = settle(outcome, isHandled: isHandled, in: &run)
    run.finish()
    return isFirst
  }

  override final func cancel(in run: inout Run) {
    if let cancellation = CancellationError() as? Failure {
      settle(.failure(cancellation), cancelsUpstream: true, in: &run)
    } else {
      let upstreams = state.withLock { $0.requestCancel() }
      // Whoever asked may have been the last to hold this guarantee, and a timer does not. The last in is told last.
      run.tell(.handler { withExtendedLifetime(self) {} })
      run.tell(upstreams)
    }
  }

  /// Nobody is left who could settle this promise. Returns whether that changed anything.
  ///
  /// A promise is rejected. A guarantee, which cannot be, comes to rest without an outcome: its observers are called
  /// and find none.
  @discardableResult
  package final func abandon(in run: inout Run) -> Bool {
    guard !isSettled else { return false }
    if flags.load(ordering: .relaxed) & (Flag.patient | Flag.orphaned) != 0 {
      // As somebody's who is used to promises that then stay pending: they do not expect a `catch` to be called.
      guard !becomesOrphan() else { return true }
      return CancellationError() is Failure && settle(.failure(CancellationError() as! Failure), in: &run)
    }
    let error = PromiseError.abandoned(file: origin.file, line: origin.line)
    if let error = error as? Failure { return settle(.failure(error), isHandled: true, in: &run) }
    guard state.withLock({ $0.settle() }) != nil else { return false }
    run.deliver(self)
    return true
  }

  /// Puts off being abandoned if nobody waits. Returns whether that is so.
  private func becomesOrphan() -> Bool {
    state.withLock { state in
      guard state.phase == .pending, state.observerCount == 0 else { return false }
      // Under the lock, so that whoever attaches comes before and is counted, or after and sees it.
      flags.bitwiseXor(Flag.patient | Flag.orphaned, ordering: .relaxed)
      return true
    }
  }

  override final var isFailed: Bool { isRejected }

  override final func abandonOrphan(in run: inout Run) { abandon(in: &run) }

  // MARK: Deriving

  /// Makes `child` follow this engine: every operator comes down to this.
  ///
  /// `skip` and `handle` capture nothing; what they need comes as `context`. That way a link of a chain costs two
  /// allocations: the child, and the closure that holds the context.
  ///
  /// - Parameters:
  ///   - child: The derived promise. It is a consumer of this one.
  ///   - executor: Where `handle` runs.
  ///   - context: The handler, as its user gave it.
  ///   - skip: Which outcomes pass the handler by, and what they become.
  ///   - handle: Runs the handler and settles the child, or makes it follow another promise.
  package final func chain<ChildValue, ChildFailure, Context: Sendable>(
    to child: PromiseEngine<ChildValue, ChildFailure>, on executor: Executor, context: Context,
    skip: @escaping @Sendable (PromiseEngine<Value, Failure>, Context) -> Result<ChildValue, ChildFailure>?,
    handle:
      @escaping @Sendable (PromiseEngine<Value, Failure>, Context, PromiseEngine<ChildValue, ChildFailure>, inout Run)
      -> Void
  ) {
    child.link(asUpstream)
    attach(
      Observer(consumer: child) { source, moment, run in
        guard !child.isSettled else { return nil }
        source.markObserved()
        let source = unsafeDowncast(source, to: PromiseEngine<Value, Failure>.self)
        guard source.outcome != nil else {
          child.abandon(in: &run)
          return nil
        }
        switch moment {
        case .arrived:
          guard let passed = skip(source, context) else { return executor }
          if source.isCaught { child.markCaught() }
          child.settle(passed, isHandled: source.isHandled, in: &run)
        case .running:
          handle(source, context, child, &run)
        }
        return nil
      })
  }

  /// Makes this engine settle as `source` does. It becomes a consumer of `source`, and of nobody else.
  package final func follow<SourceFailure>(
    _ source: PromiseEngine<Value, SourceFailure>, in run: inout Run,
    converting convert: @escaping @Sendable (Result<Value, SourceFailure>) -> Result<Value, Failure>
  ) {
    let observer = Observer(consumer: self) { source, _, run in
      guard !self.isSettled else { return nil }
      source.markObserved()
      if let outcome = unsafeDowncast(source, to: PromiseEngine<Value, SourceFailure>.self).outcome {
        self.settle(convert(outcome), isHandled: source.isHandled, in: &run)
      } else {
        self.abandon(in: &run)
      }
      return nil
    }
    source.attach(observer, in: &run)
    // After it has been attached to: this engine cannot leave `source` before it has come.
    link(source.asUpstream, replacing: true, in: &run)
  }

  /// Attaches a combinator to this member of it.
  ///
  /// - Parameters:
  ///   - whole: The combinator's promise, which is a consumer of the member.
  ///   - react: Called once, at once when the member comes to its end.
  override package final func observe(
    for whole: AnyPromiseEngine, in run: inout Run, _ react: @escaping @Sendable (Ending, inout Run) -> Void
  ) {
    let observer = Observer(consumer: whole) { source, _, run in
      // Also when the combinator has its outcome already: one error is enough for it, and the others are known to it.
      source.markObserved()
      switch unsafeDowncast(source, to: PromiseEngine<Value, Failure>.self).outcome {
      case .success?: react(.fulfilled, &run)
      case .failure(let error)?: react(.rejected(error, isHandled: source.isHandled), &run)
      case nil: react(.abandoned(.abandoned(file: source.origin.file, line: source.origin.line)), &run)
      }
      return nil
    }
    attach(observer, in: &run)
  }
}
