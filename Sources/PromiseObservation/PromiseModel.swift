public import Observation
package import PromiseCore

/// Observable state of a promise, for SwiftUI and for other code that uses Observation.
///
/// ```swift
/// struct FriendsView: View {
///   let friends: PromiseModel<[Friend]>
///
///   var body: some View {
///     switch friends.phase {
///     case .idle, .pending: ProgressView()
///     case .fulfilled(let friends): List(friends) { Text($0.name) }
///     case .rejected(let error): Text(error.localizedDescription)
///     }
///   }
/// }
/// ```
///
/// A model shows the outcome of the latest *load*, a promise that ``load(_:file:line:)`` starts:
///
/// | Event | ``phase`` | ``value`` | ``error`` | ``isStale`` |
/// | --- | --- | --- | --- | --- |
/// | none yet | `idle` | `nil` | `nil` | `false` |
/// | a load begins | `pending` | unchanged | `nil` | whether there is a value |
/// | it is fulfilled | `fulfilled` | the new value | `nil` | `false` |
/// | it is rejected | `rejected` | unchanged | the error | whether there is a value |
/// | it is canceled | as before the load | unchanged | as before the load | as before the load |
///
/// - A load replaces the previous one, which is canceled. Its outcome is not shown, not even if it has settled before.
/// - An outcome that is available when a load begins is shown at once: the model is never `pending`.
/// - The running load is canceled when the model is released.
/// - An error that the model shows counts as handled. An error that represents cancellation is not shown.
///
/// The model is one consumer of the promise that it loads. Canceling a load cancels that promise only if the promise has
/// no other consumer.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable public final class PromiseModel<Value: Sendable> {
  /// What a model shows. Canceled loads do not count.
  public enum Phase: Sendable {
    /// No load has begun.
    case idle
    /// A load is running.
    case pending
    /// The last load was fulfilled with this value.
    case fulfilled(Value)
    /// The last load was rejected with this error, which does not represent cancellation.
    case rejected(any Error)
  }

  private typealias StateMachine = PromiseModelStateMachine<Value, Promise<Value>>
  private typealias Outcome = StateMachine.Outcome

  @ObservationIgnored private var state = StateMachine()
  /// The progress of the running load, as far as it has been shown.
  @ObservationIgnored private var shownProgress: ProgressSnapshot?
  /// Whether `progress` has been read, so that loads are asked for their progress.
  @ObservationIgnored private var tracksProgress = false

  /// Creates a model that shows nothing until it loads a promise.
  nonisolated public init() {}

  /// Creates a model that loads a promise.
  ///
  /// - Parameter promise: The promise. If it has settled, the model shows its outcome at once. Pass `.value(…)` in a
  ///   preview.
  public convenience init(_ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init()
    load({ promise }, file: file, line: line)
  }

  // Promises may be canceled on any thread, so this need not run on the main actor.
  deinit { state.load?.cancel() }

  // MARK: - What is shown

  /// What the model shows. The other properties, except for ``progress``, follow from this one and the value.
  public var phase: Phase {
    access(keyPath: \.phase)
    return state.phase
  }

  /// The value of the last load that was fulfilled, or `nil` if there is none. It remains while the next load is running,
  /// and if that is rejected or canceled.
  public var value: Value? {
    access(keyPath: \.value)
    return state.value
  }

  /// The error of the last load, or `nil` if a load is running or the last one was fulfilled. Canceled loads do not count.
  public var error: (any Error)? {
    if case .rejected(let error) = phase { error } else { nil }
  }

  /// Whether a load is running.
  public var isLoading: Bool {
    if case .pending = phase { true } else { false }
  }

  /// Whether the value is that of an earlier load, because a load is running or the last one was rejected. Canceled loads do
  /// not count.
  public var isStale: Bool {
    if case .fulfilled = phase { false } else { value != nil }
  }

  /// The progress of the running load, or `nil` if no load is running or nothing has been reported.
  ///
  /// The progress of a load is requested when this property is first read while the load is running, and that of the
  /// following loads when they begin. Earlier reports are lost. A model whose progress is never read costs nothing for it.
  ///
  /// Reports are combined: the property changes at most once in each job of the main actor, and not if the snapshot is
  /// the same.
  public var progress: ProgressSnapshot? {
    access(keyPath: \.progress)
    if !tracksProgress {
      tracksProgress = true
      trackProgress()
      shownProgress = currentProgress  // not a mutation: nothing else has read the property
    }
    return shownProgress
  }

  // MARK: - Loading

  /// Loads the promise that a closure returns, in place of the running load, which is canceled.
  ///
  /// ```swift
  /// private func load() { profile.load { fetchProfile(id) } }
  ///
  /// private func refresh() async { _ = await profile.load { fetchProfile(id) }.getResult() }
  /// ```
  ///
  /// If the promise has settled, the model shows its outcome before this method returns.
  ///
  /// - Parameter body: A closure that returns a promise, a guarantee or another thenable. It runs before this method
  ///   returns. If it throws, the load is rejected with that error.
  /// - Returns: The load. It settles with the outcome of the promise after the model shows that outcome, and is rejected
  ///   with `CancellationError` when it is replaced, when the model is released, and after ``cancel()``. Canceling it
  ///   has the effect of ``cancel()``, which the model shows later, in a job of the main actor.
  @discardableResult
  public func load<Source: Thenable<Value>>(
    _ body: () throws -> Source, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    do {
      return load(try body(), CreationSite(file, line))
    } catch {
      return load(Promise(error: error, file: file, line: line), CreationSite(file, line))
    }
  }

  /// Loads the value that an `async` function returns, in place of the running load, which is canceled.
  ///
  /// In every other respect, this method behaves like the one that takes a closure that returns a promise.
  ///
  /// - Parameter operation: The function. It runs in a task, which inherits priority, task-local values and isolation
  ///   from the calling code and is canceled with the load. A use of `self` must be explicit: if `self` owns the model, the
  ///   task would keep both alive. Capture what the function needs: `{ [client] in … }`.
  /// - Returns: The load.
  @discardableResult
  public func load(
    @_inheritActorContext _ operation:
      sending @escaping @isolated(any) () async throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    load(Promise(operation: operation, file: file, line: line), CreationSite(file, line))
  }

  /// Cancels the running load, if any. The model shows what it showed before that load began.
  public func cancel() {
    if state.load != nil { change { $0.cancel() } }
  }

  private func load(_ source: some Thenable<Value>, _ site: CreationSite) -> Promise<Value> {
    if let result = source.result {
      let outcome = Outcome(result)
      change(value: outcome.isFulfilled) { $0.show(outcome) }
      return source.promise
    }
    let number = state.makeNumber()
    // The handler does not retain the model, whose release cancels the load.
    let load = source.promise.typed.tapOutcome(
      Handler { @MainActor [weak self] result in self?.settle(number, Outcome(result)) }, site)
    change(phase: state.load == nil) { $0.begin(load, number) }
    trackProgress()
    return load
  }

  /// Shows the outcome of the load with a number, if it is running.
  private func settle(_ number: Int, _ outcome: Outcome) {
    guard let load = state.load(number) else { return }
    if case .rejected = outcome { load.any.markHandled() }
    change(value: outcome.isFulfilled) { state in
      state.settle(number, outcome)
      return nil
    }
  }

  /// Applies an event, and cancels the load that it returns.
  ///
  /// - Parameters:
  ///   - changesPhase: Whether to notify the observers of the phase.
  ///   - changesValue: Whether to notify the observers of the value.
  ///   - event: The event. Observers, which are notified before it is called, may have changed the state.
  private func change(
    phase changesPhase: Bool = true, value changesValue: Bool = false, _ event: (inout StateMachine) -> Promise<Value>?
  ) {
    let previous = state  // The `deinit` of a value that is released by the event might use the model.
    let canceled = mutating(\.phase, if: changesPhase) { mutating(\.value, if: changesValue) { event(&state) } }
    withExtendedLifetime(previous) {}
    canceled?.cancel()
    showProgress()
  }

  /// Calls `body`, which changes a property, and notifies the observers of that property if the condition is true.
  private func mutating<Member, Result>(
    _ keyPath: KeyPath<PromiseModel, Member>, if condition: Bool, _ body: () -> Result
  ) -> Result { condition ? withMutation(keyPath: keyPath, body) : body() }

  // MARK: - Progress

  /// The progress of the running load, if something has been reported.
  private var currentProgress: ProgressSnapshot? {
    guard tracksProgress, let snapshot = state.load?.progress.snapshot, snapshot != .nothing else { return nil }
    return snapshot
  }

  /// Shows the progress of the running load from now on, if it is wanted.
  private func trackProgress() {
    guard tracksProgress, let load = state.load else { return }
    let show = Handler<Void, Void, Never> { @MainActor [weak self] in self?.showProgress() }
    let isEnqueued = Lock(false)
    let context = load.context
    load.progress.observe(
      Handler(on: nil, flags: []) { snapshot in
        let isFirst = isEnqueued.withLock { isEnqueued in
          defer { isEnqueued = true }
          return !isEnqueued
        }
        guard isFirst, snapshot != nil else { return }
        show.executor.schedule(in: context) {
          isEnqueued.withLock { $0 = false }
          show(())
        }
      })
  }

  private func showProgress() {
    let progress = currentProgress
    if progress != shownProgress { withMutation(keyPath: \.progress) { shownProgress = progress } }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PromiseModelStateMachine.Outcome {
  fileprivate var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }

  /// Converts the outcome of a promise.
  fileprivate init(_ result: Result<Value, any Error>) {
    self =
      switch result {
      case .success(let value): .fulfilled(value)
      case .failure(let error): error.isCancelled ? .canceled : .rejected(error)
      }
  }
}
